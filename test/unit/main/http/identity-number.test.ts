// Masking of national identity numbers on their way to the page.
import { describe, expect, it } from 'vitest';
import { maskedIdentityNumber, withMaskedNumbers } from '../../../../main/http/identity-number.ts';

describe('a national identity number', () => {
  it.each([
    ['14857912345', '148579•••••'],
    ['148579 12345', '148579•••••'],
    ['148579-12345', '148579•••••'],
    ['1485791234', '•••••••••••'],
    ['unknown form', '•••••••••••'],
    [null, null],
  ])('%j is shown as %j', (number, shown) => {
    expect(maskedIdentityNumber(number)).toBe(shown);
  });

  it('is masked inside a text too, where it stands alone', () => {
    expect(withMaskedNumbers('14857912345')).toBe('148579•••••');
    expect(withMaskedNumbers('user 148579 12345, r50010001')).toBe('user 148579•••••, r50010001');
    expect(withMaskedNumbers('148579123456')).toBe('148579123456');
    expect(withMaskedNumbers('Åse Fjelltun')).toBe('Åse Fjelltun');
    expect(withMaskedNumbers(null)).toBeNull();
  });
});
