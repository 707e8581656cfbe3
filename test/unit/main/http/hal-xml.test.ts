// Hostile XML is refused, valid XML becomes the value its JSON would give, and writing loses nothing.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readXml, UnreadableXml, type XmlFault } from '../../../../main/http/hal-xml.ts';
import { itAtLength } from '../../../support/at-length.ts';

const read = (text: string, charset?: string) => readXml(Buffer.from(text), charset);

function faultOf(work: () => unknown): XmlFault | 'none' {
  try {
    work();
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableXml);
    return (error as UnreadableXml).fault;
  }
}
const fault = (text: string | Buffer, charset?: string) =>
  faultOf(() => readXml(Buffer.from(text), charset));

const BOMB =
  '<!DOCTYPE z [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><z>&b;</z>';

describe('PAR-11 a document type is refused before the parser', () => {
  it.each<[string, string]>([
    ['billion laughs', BOMB],
    ['quadratic', `<!DOCTYPE z [<!ENTITY a "${'a'.repeat(50_000)}">]><z>${'&a;'.repeat(5000)}</z>`],
    ['an outside entity', '<!DOCTYPE z [<!ENTITY a SYSTEM "file:///etc/passwd">]><z>&a;</z>'],
    ['an outside subset', '<!DOCTYPE z SYSTEM "http://127.0.0.1:1/evil.dtd"><z/>'],
    ['a parameter entity', '<!DOCTYPE z [<!ENTITY % p SYSTEM "file:///x"> %p;]><z/>'],
    ['two of them', '<!DOCTYPE z><!DOCTYPE z [<!ENTITY a "x">]><z>&a;</z>'],
    ['small letters', '<!doctype z [<!ENTITY a "x">]><z>&a;</z>'],
    ['after a comment', '<?xml version="1.0"?><!-- x --><!DOCTYPE z><z/>'],
    ['after an instruction with a quote', `<?x " ?><!DOCTYPE z><z/>`],
    [
      'where a parser that reads quotes in instructions sees it',
      `<?x ' ?><!-- ' ?><!DOCTYPE z> --><z/>`,
    ],
    ['inside the root', '<z><!DOCTYPE y></z>'],
    ['after the root', '<z/><!DOCTYPE z>'],
    ['a bare entity declaration', '<z><!ENTITY a "x">&a;</z>'],
    ['behind a byte order mark', `\ufeff${BOMB}`],
    ['behind blanks', `\r\n\t ${BOMB}`],
  ])('PAR-11 %s', (name, text) => {
    const hidden = name.startsWith('where a parser');
    // Taken away with its comment, the rest is an honest document.
    if (hidden) expect(read(text)).toBe('');
    else expect(fault(text)).toBe('doctype');
  });

  it('PAR-11 in another encoding it is refused as well', () => {
    const utf16 = Buffer.from(`\ufeff${BOMB}`, 'utf16le');
    expect(fault(utf16)).toBe('doctype');
    expect(fault(Buffer.from(utf16).swap16())).toBe('doctype');
    expect(fault(utf16, 'utf-16')).toBe('doctype');
    expect(fault(utf16.subarray(2), 'utf-16le')).toBe('doctype');
    expect(fault('+ADwAIQ-DOCTYPE', 'utf-7')).toBe('encoding');
    expect(fault('<?xml version="1.0" encoding="utf-7"?><a/>')).toBe('encoding');
    expect(fault('<?xml version="1.0" encoding="IBM037"?><a/>')).toBe('encoding');
  });

  it('PAR-11 as text of a CDATA section it is text', () => {
    expect(read('<Body><![CDATA[<!DOCTYPE html><p>a &amp; b</p>]]></Body>')).toBe(
      '<!DOCTYPE html><p>a &amp; b</p>',
    );
  });
});

describe('PAR-11 limits', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
  const attributes = (count: number) =>
    `<a ${Array.from({ length: count }, (_, i) => `b${i}="1"`).join(' ')}/>`;

  it('PAR-11 depth: 64 levels, not 65, and 5 000 or a million cost no stack', () => {
    expect(fault(nested(64))).toBe('none');
    for (const depth of [65, 5000, 1_000_000]) expect(fault(nested(depth))).toBe('too-deep');
  });

  it('PAR-11 attributes: 256 of an element, not 257', () => {
    expect(fault(attributes(256))).toBe('none');
    expect(fault(attributes(257))).toBe('too-many-attributes');
  });

  it('PAR-11 elements and attributes are counted together', () => {
    const limits = { bytes: 1e6, depth: 9, attributes: 9, nodes: 10, references: 9 };
    const of = (inside: string) => faultOf(() => readXml(Buffer.from(inside), undefined, limits));
    expect(of(`<a>${'<b/>'.repeat(9)}</a>`)).toBe('none');
    expect(of(`<a>${'<b/>'.repeat(10)}</a>`)).toBe('too-many-nodes');
    expect(of(`<a>${'<b c="1"/>'.repeat(5)}</a>`)).toBe('too-many-nodes');
  });

  itAtLength('PAR-11 ten million bytes are read, more are not looked at', () => {
    const most = 10 * 1024 * 1024;
    expect(fault(Buffer.alloc(most + 1, 'x'))).toBe('too-large');
    expect(fault(`<a>${'x'.repeat(most - 7)}</a>`)).toBe('none');
  });

  it('PAR-11 a million references and a hundred thousand attributes are refused', () => {
    expect(fault(`<a>${'&#65;'.repeat(1_000_000)}</a>`)).toBe('too-many-references');
    expect(fault(attributes(100_000))).toBe('too-many-attributes');
  });

  it.each<[string, (count: number) => string, number]>([
    ['starts of tags', (n) => '<'.repeat(n), 500_000],
    ['open tags', (n) => '<a '.repeat(n), 300_000],
    ['open quotes', (n) => `<a b="${'<a b="'.repeat(n)}`, 100_000],
    ['comments that do not end', (n) => `<a>${'<!--'.repeat(n)}`, 300_000],
    ['CDATA that does not end', (n) => `<a>${'<![CDATA['.repeat(n)}`, 200_000],
    ['blanks in a tag', (n) => `<a${' '.repeat(n)}`, 2_000_000],
    ['blanks before an equals sign', (n) => `<a b${' '.repeat(n)}`, 2_000_000],
    ['a long name', (n) => `<${'a'.repeat(n)}`, 2_000_000],
    ['ampersands', (n) => `<a>${'&'.repeat(n)}</a>`, 150_000],
    ['closing tags', (n) => `<a>${'</a '.repeat(n)}`, 300_000],
  ])('PAR-11 %s are refused', (_name, text, count) => {
    expect(fault(text(count))).not.toBe('none');
  });

  itAtLength('PAR-11 a full document within the limits is read', () => {
    const item = '<Service><Name>N</Name><Code>0012</Code><Edition>1</Edition></Service>';
    const list = (count: number) => read(`<ArrayOfService>${item.repeat(count)}</ArrayOfService>`);
    expect(list(45_000)).toHaveLength(45_000);
  });
});

describe('PAR-11 references and signs', () => {
  it('PAR-11 knows five entities and character references only', () => {
    expect(read('<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#xe6;</a>')).toBe('<>&"\'A😀æ');
    for (const bad of ['&nbsp;', '&a;', '&', '&lt', '&#;', '&#x;', '&#-1;', '&LT;', '& ', '&&amp;'])
      expect(fault(`<a>${bad}</a>`)).toMatch(/^(entity|syntax)$/);
    expect(fault('<link rel="x" href="&nbsp;"/>')).toBe('entity');
  });

  it('PAR-11 resolves each reference once', () => {
    expect(read('<a>&amp;lt;&amp;amp;#65;</a>')).toBe('&lt;&amp;#65;');
  });

  it('PAR-11 refuses signs XML cannot hold, written or referred to', () => {
    for (const code of ['0', 'x0', 'x1b', '8', 'xFFFE', 'xd800', 'xDFFF', 'x110000', '99999999'])
      expect(fault(`<a>&#${code};</a>`)).toBe('entity');
    for (const sign of ['\u0001', '\u001b', '\ufffe', '\uffff'])
      expect(fault(`<a>${sign}</a>`)).toBe('character');
    expect(fault('<a>\0</a>')).toBe('encoding');
  });

  it('PAR-02 reads latin-1 where header or declaration say so, and bad bytes nowhere', () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe6\xf8</a>',
      'latin1',
    );
    expect(readXml(latin)).toBe('æø');
    expect(readXml(Buffer.from('<a>\xf8</a>', 'latin1'), 'iso-8859-1')).toBe('ø');
    expect(fault(Buffer.from('<a>\xf8</a>', 'latin1'))).toBe('encoding');
    expect(fault(latin, 'utf-8')).toBe('encoding');
    // Servers that write into a string declare what the string was, not what was sent.
    expect(read('<?xml version="1.0" encoding="utf-16"?><a>æ</a>')).toBe('æ');
  });

  it('PAR-11 numbers, blanks and line ends stay as they were written', () => {
    expect(
      read('<a><b>0012</b><c> x </c><d>1e3</d><e>true</e><f> </f><g>&#13;&#10;</g></a>'),
    ).toEqual({ b: '0012', c: ' x ', d: '1e3', e: 'true', f: ' ', g: '\r\n' });
    expect(read('<a>x\r\ny</a>')).toBe('x\ny');
  });
});

describe('PAR-04 names', () => {
  it('PAR-04 names that reach a prototype are refused, with any prefix', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'x:__proto__'])
      for (const text of [`<a><${name}>1</${name}></a>`, `<a ${name}="1"/>`, `<${name}/>`])
        expect(fault(text)).toBe('forbidden-name');
    expect(fault('<a><link rel="__proto__" href="x"/></a>')).toBe('forbidden-name');
    expect(fault('<a><resource rel="__proto__"/></a>')).toBe('forbidden-name');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('names of functions every object has are names like any other', () => {
    expect(read('<a><toString>x</toString><hasOwnProperty>y</hasOwnProperty></a>')).toEqual({
      toString: 'x',
      hasOwnProperty: 'y',
    });
  });
});

describe('PAR-11 what is not well-formed is refused', () => {
  it.each<[string]>([
    ['<a>'],
    ['<a><b></a>'],
    ['<a></b>'],
    ['<a/><b/>'],
    ['</a>'],
    [''],
    ['text'],
    ['<a/>text'],
    ['<a b=1/>'],
    ['<a b/>'],
    ['<a b="1" b="2"/>'],
    ['<a b="<"/>'],
    ['<1a/>'],
    ['<a:b:c/>'],
    ['<!-- <a/>'],
    ['<a><![CDATA[x</a>'],
    ['<?xml <a/>'],
    ['<![CDATA[x]]><a/>'],
    ['<a><!x></a>'],
    ['{"a":1}'],
  ])('PAR-11 %s', (text) => {
    expect(fault(text)).toMatch(/^(syntax)$/);
  });

  it('mixed content is refused: its order would be lost', () => {
    expect(fault('<Body>Hello <b>you</b></Body>')).toBe('mixed-content');
    expect(read('<Body><![CDATA[Hello <b>you</b>]]></Body>')).toBe('Hello <b>you</b>');
  });

  it('LOG-03 an error holds no word of the document', () => {
    for (const text of ['<S3cr3t>', '<a>&S3cr3t;</a>', '<S3cr3t b=1/>', 'S3cr3t']) {
      let thrown: unknown;
      try {
        read(text);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(UnreadableXml);
      const { message, stack = '' } = thrown as Error;
      expect(message + stack.split('\n')[0]).not.toContain('S3cr3t');
    }
  });
});

describe('HAL XML', () => {
  it('LNK-08 fetches no stylesheet, no schema and no document type', async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(
      read(`<?xml-stylesheet type="text/xsl" href="${at}/a.xsl"?><a xmlns="${at}/ns"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${at} ${at}/a.xsd"
        xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${at}/b.xml"/></a>`),
    ).toEqual({ include: '' });
    expect(fault(`<!DOCTYPE a SYSTEM "${at}/a.dtd"><a/>`)).toBe('doctype');
    // Whatever they had begun would come before this call of our own.
    const own = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(own, 'close');
    expect(calls).toBe(1);
    server.close();
    await once(server, 'close');
  });

  it('reads a resource with links, facts and embedded ones', () => {
    const value = read(`<?xml version="1.0"?><?xml-stylesheet href="http://127.0.0.1:1/evil.xsl"?>
      <!-- a list -->
      <resource rel="self" href="https://x.example/api/my/messages"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://127.0.0.1:1/evil.xsd x">
        <link rel="find" href="https://x.example/api/my/messages/{MessageId}" templated="true"/>
        <link rel="form" href="/f/1" name="One &amp; only" mime-type="application/xml"/>
        <link rel="form" href="/f/2"/>
        <Count>2</Count>
        <resource rel="messages" href="/m/1"><Subject>Æ</Subject><Nothing xsi:nil="true"/></resource>
        <resource rel="messages"><Subject></Subject></resource>
      </resource>`);
    expect(value).toEqual({
      _links: {
        self: { href: 'https://x.example/api/my/messages' },
        find: { href: 'https://x.example/api/my/messages/{MessageId}', templated: 'true' },
        form: [
          { href: '/f/1', name: 'One & only', 'mime-type': 'application/xml' },
          { href: '/f/2' },
        ],
      },
      Count: '2',
      _embedded: {
        messages: [
          { _links: { self: { href: '/m/1' } }, Subject: 'Æ', Nothing: null },
          { Subject: '' },
        ],
      },
    });
  });

  it('reads a bare array and links of objects inside', () => {
    expect(
      read(
        '<resources><resource href="/1"><A>1</A></resource><resource><A>2</A></resource></resources>',
      ),
    ).toEqual([{ _links: { self: { href: '/1' } }, A: '1' }, { A: '2' }]);
    expect(read('<resources/>')).toEqual([]);
    expect(
      read(
        '<resource><Forms><Form><Id>1</Id><link rel="schema" href="/s"/></Form></Forms></resource>',
      ),
    ).toEqual({ Forms: [{ Id: '1', _links: { schema: { href: '/s' } } }] });
  });

  it('takes an element by the name of a link, without an address or a relation, for a field', () => {
    expect(read('<resource><link rel="self">a</link><A>1</A></resource>')).toEqual({
      link: 'a',
      A: '1',
    });
    expect(read('<resource><link href="/1">b</link><A>1</A></resource>')).toEqual({
      link: 'b',
      A: '1',
    });
  });
});

describe('plain XML', () => {
  it('reads objects, lists, prefixes and nil', () => {
    expect(
      read(`<a:ArrayOfUser xmlns:a="urn:x" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
        <a:User i:type="a:Special"><a:Name>x</a:Name><a:Created i:nil="true"/></a:User><a:User/></a:ArrayOfUser>`),
    ).toEqual([{ Name: 'x', Created: null }, '']);
    expect(read('<ArrayOfUser/>')).toEqual([]);
    expect(read('<x:Error xmlns:x="urn:e"><x:Message>no</x:Message></x:Error>')).toEqual({
      Message: 'no',
    });
  });

  it('tells arrays by the names of their items, also with one', () => {
    expect(read('<a><Rights><Right><X>1</X></Right></Rights></a>')).toEqual({
      Rights: [{ X: '1' }],
    });
    expect(read('<a><Ids><int>1</int><int>2</int></Ids></a>')).toEqual({ Ids: ['1', '2'] });
    for (const name of ['item', 'string', 'int'])
      expect(read(`<a><B><${name}>1</${name}></B></a>`)).toEqual({ B: ['1'] });
    expect(read('<a><B><C>1</C></B></a>')).toEqual({ B: { C: '1' } });
    expect(read('<a><B><C>1</C><C>2</C></B></a>')).toEqual({ B: ['1', '2'] });
    expect(read('<a><C>1</C><D>0</D><C>2</C></a>')).toEqual({ C: ['1', '2'], D: '0' });
    expect(read('<a><Rights/></a>')).toEqual({ Rights: '' });
  });
});
