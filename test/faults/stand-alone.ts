// The campaign as a process of its own, for `npm run faults`.
import { runCampaign, type CampaignOptions } from './campaign.ts';
import { figures, isClean, report } from './report.ts';

/** Prints the report; answers whether everything was survived. */
export async function playAndReport(
  options: CampaignOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const campaign = await runCampaign(options);
  print(`${report(campaign)}\n`);
  return isClean(figures(campaign));
}
