// What an attack tried and what it got, told in the output of the campaign.

export function tell(id: string, tried: string, got: string): void {
  process.stdout.write(`${id} tried: ${tried}\n       got: ${got}\n`);
}
