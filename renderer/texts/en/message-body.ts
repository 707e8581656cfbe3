// English texts of the body of a message in its frame.

export const messageBody = {
  title: 'Body of the message',
};
