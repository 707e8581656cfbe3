// The table of faults, and which faults are not in it and why.
import { byteFaults } from './byte-faults.ts';
import { connectionFaults, timeFaults } from './connection-faults.ts';
import type { Fault, Group } from './fault.ts';
import { meaningFaults } from './meaning-faults.ts';
import { statusFaults } from './status-faults.ts';
import { tlsFaults } from './tls-faults.ts';

export const allFaults: readonly Fault[] = [
  ...connectionFaults,
  ...timeFaults,
  ...tlsFaults,
  ...statusFaults,
  ...byteFaults,
  ...meaningFaults,
];

export const groupOf = (fault: Fault): Group => fault.id.charAt(0) as Group;

/** Printed with the figures: nothing is left out silently. */
export const leftOut: readonly (readonly [string, string])[] = [
  ['A6', 'request bodies of these operations fit into one record: the same as A5 and A7'],
  ['A18, B8', 'a network that goes away and a suspended machine cannot be made on loopback'],
  ['B6, B7 of uploads', 'no upload among the six operations'],
  [
    'C10',
    'a server made with Node cannot ask late: test/services/late-certificate.test.ts, apache2',
  ],
  ['C15', 'counted in every case: the HTTPS server at a foreign origin asks for a certificate'],
  ['C16', 'the tests have no way to change the authorities of the system'],
  ['F22-F26', 'no file names, XML, XSD or message bodies among the six operations'],
  ['G', 'faults of the machine: test/kill, test/unit/main/secrets, test/unit/main/storage'],
];
