// English texts of one message: what it says, its attachments and forms, and what can be done with it.

export const messagePane = {
  title: 'Message',
};
