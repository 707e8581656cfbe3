// Where a row of what Steward stores lies, in words: files of the data folder by name, else the place.
import type { StoredData } from '../../../preload/contract/stored-data.ts';
import type { Texts } from '../../texts/en.ts';

type Words = Pick<Texts['storedData'], 'places'>;

export function placeWords(row: Pick<StoredData, 'places' | 'protection'>, words: Words): string {
  if (row.places.length > 0) return row.places.join(', ');
  switch (row.protection) {
    case 'keychain':
    case 'memory':
    case 'yours':
      return words.places[row.protection];
    default:
      return '';
  }
}
