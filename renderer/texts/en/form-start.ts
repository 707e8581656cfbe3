// English texts of starting a form task from a service.

export const formStart = {
  title: 'Start a form',
};
