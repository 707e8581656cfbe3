// English texts of services.
export const services = {};
