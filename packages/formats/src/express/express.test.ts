import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import {
  type Catalog,
  Catalogs,
  children,
  defineCatalog,
  defineComponent,
  defined,
  Fold,
  type Json,
  type JsonObject,
  oneOf,
  plainText,
  required,
  text,
} from '@vitrine/core/internal';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { directJson, express, vertical } from '../index.ts';
import type { AnswerPart } from '../json/answer-reader.ts';

const catalogs = [basic10];

function compiled(block: string, mend = false): readonly JsonObject[] {
  const { messages, issues } = express.compile(block, { catalogs, mend });
  expect(issues).toEqual([]);
  return messages;
}

function compiledBy(own: readonly Catalog[], block: string): readonly JsonObject[] {
  return express.compile(block, { catalogs: own }).messages;
}

/** The components of the one surface that a block creates. */
function components(block: string, mend = false): readonly JsonObject[] {
  const [message = {}] = compiled(block, mend);
  const { components: list } = (message.createSurface ?? message.updateComponents ?? {}) as JsonObject;
  return list as unknown as readonly JsonObject[];
}

function messagesOf(parts: readonly AnswerPart[]): readonly JsonObject[] {
  return parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));
}

function codes(block: string, mend = false): readonly string[] {
  return express.compile(block, { catalogs, mend }).issues.map(({ code }) => code);
}

describe('Express, compiled', () => {
  it('[XP1] arguments go by the order of the catalog document, with checks wherever they stand', () => {
    expect(components('root = Button(l, "primary", Event("go"), 2, ?required($/a, "A"))\nl = Text("Go")')[0]).toEqual({
      id: 'root',
      component: 'Button',
      child: 'l',
      variant: 'primary',
      action: { event: { name: 'go' } },
      weight: 2,
      checks: [{ condition: { '@call': 'required', args: { value: { '@path': '/a' } } }, message: 'A' }],
    });
    expect(components('root = Slider("L", 0, 10, $/v)')[0]).toMatchObject({ label: 'L', min: 0, max: 10 });
    expect(
      components('root = TextField("N", $/n, checks=[?length(1, 5, "1 to 5"), ?length(_, 9)])')[0]?.checks,
    ).toMatchObject([
      { condition: { args: { min: 1, max: 5 } }, message: '1 to 5' },
      { condition: { args: { max: 9 } } },
    ]);
  });

  it('[XP2] what is written inside gets the id of its place and stands behind its parent', () => {
    const list = components('root = Column([Text("a"), Card(Text("b"))])\nlast = Text("c")');
    expect(list.map(({ id }) => id)).toEqual([
      'root',
      'last',
      'root_children_0',
      'root_children_1',
      'root_children_1_child',
    ]);
    expect(codes('root = Card(Text("a"))\nroot_child = Text("b")')).toContain('VITRINE_COMPONENT_DUPLICATE');
  });

  it('[XP3] a variable that holds no component stands for its value, before or after it is used', () => {
    expect(components('root = Column(kids)\nkids = [a, b]\na = Text(t)\nb = Text(t)\nt = "same"')).toEqual([
      { id: 'root', component: 'Column', children: ['a', 'b'] },
      { id: 'a', component: 'Text', text: 'same' },
      { id: 'b', component: 'Text', text: 'same' },
    ]);
    expect(components('root = Text(nobody)')[0]?.text).toBe('nobody');
  });

  it('[XP3] a check in a variable stands for itself in a list of checks too, before or after it', () => {
    const checks = [
      { condition: { '@call': 'required', args: { value: { '@path': '/v' } } }, message: 'm' },
      { condition: { '@call': 'email', args: { value: { '@path': '/v' } } }, message: 'n' },
    ];
    expect(components('root = TextField("L", $/v, [a, ?email("n")])\na = ?required("m")')[0]?.checks).toEqual(checks);
    const both = components('root = TextField("L", $/v, ?and([?required($/a), ?required($/b)], "m"))')[0]?.checks;
    const required = (path: string): JsonObject => ({ '@call': 'required', args: { value: { '@path': path } } });
    const condition = { '@call': 'and', args: { values: [required('/a'), required('/b')] } };
    expect(both).toEqual([{ condition, message: 'm' }]);
  });

  it('[XP3] what was defined before any surface was named stands for all of them', () => {
    const block = 'label = "Hi"\nid = "s"\nsurface(id)\nroot = Text(label)\nsurface("t")\nroot = Text(label)';
    expect(compiled(block)).toMatchObject([
      { createSurface: { surfaceId: 's', components: [{ text: 'Hi' }] } },
      { createSurface: { surfaceId: 't', components: [{ text: 'Hi' }] } },
    ]);
  });

  it('[XP7] more than an event, a template or a check can take is refused', () => {
    expect(codes('root = Button(Text("x"), _, Event("go", id="5"))')).toEqual(['VITRINE_PROP_UNKNOWN']);
    expect(codes('root = List(_template($/l, a, 3))')).toEqual(['VITRINE_FORMAT_SYNTAX']);
    expect(codes('root = TextField("L", $/v, ?regex("a", "b", "c"))')).toEqual(['VITRINE_FUNCTION_ARGS']);
    expect(codes('root = Card([a])')).toEqual(['VITRINE_PROP_TYPE']);
    expect(codes('root = Column(Text("x"))')).toEqual(['VITRINE_PROP_TYPE']);
    const Fixed = defineComponent({ items: children({ templates: false }) });
    const own = [defineCatalog({ id: 'urn:own', components: { Fixed, Text: defineComponent({ text: text() }) } })];
    const { issues } = express.compile('root = Fixed(_template($/l, a))\na = Text("x")', { catalogs: own });
    expect(issues.map(({ code }) => code)).toEqual(['VITRINE_PROP_TYPE']);
  });

  it('[XP8] messages stand in the order of the statements', () => {
    const block = 'surface("s")\nroot = Text("x")\ndeleteSurface("t")\nopenUrl("https://a.example")';
    expect(compiled(block).map((one) => Object.keys(one)[1])).toEqual([
      'createSurface',
      'deleteSurface',
      'callRendererFunction',
    ]);
  });

  it('blocks may stand side by side', () => {
    expect(express.unwrap('<a2ui>a</a2ui><a2ui>b</a2ui>')).toEqual([{ raw: 'a' }, { raw: 'b' }]);
  });

  it('[XP4] a path stands where it is admitted, inside lists of objects too', () => {
    expect(components('root = Tabs([{title: $/t, child: c}])\nc = Text("x")')[0]?.tabs).toEqual([
      { title: { '@path': '/t' }, child: 'c' },
    ]);
    expect(codes('root = Text("x", $/v)')).toEqual(['VITRINE_BINDING_INVALID']);
  });

  it('[XP5] A2UI 0.9 gets its own spelling and messages', () => {
    const { messages } = express.compile('$/n = "x"\nroot = Text($/n)', { catalogs: [basic09] });
    expect(messages).toEqual([
      { version: 'v0.9', createSurface: { surfaceId: 'default_surface', catalogId: basic09.id } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 'default_surface',
          components: [{ id: 'root', component: 'Text', text: { path: '/n' } }],
        },
      },
      { version: 'v0.9', updateDataModel: { surfaceId: 'default_surface', path: '/', value: { n: 'x' } } },
    ]);
    expect(express.compile('openUrl("https://a.example")', { catalogs: [basic09] }).category).toBe('ValidationError');
  });

  it('[XP6] with several catalogs each component names its own, and a name that two have needs it said', () => {
    const own = defineCatalog({
      id: 'own',
      protocol: '1.0',
      components: {
        Badge: defineComponent({ label: required(plainText()) }),
        Text: defineComponent({ text: required(text()) }),
      },
    });
    const two = { catalogs: [basic10, own] };
    expect(express.compile('root = Card(b)\nb = Badge("x")', two).messages).toMatchObject([
      { createSurface: { components: [{ catalogId: basic10.id }, { component: 'Badge', catalogId: 'own' }] } },
    ]);
    expect(express.compile('root = Text("x")', two).category).toBe('ValidationError');
    expect(express.compile('root = Text("x", catalogId="own")', two).ok).toBe(true);
    expect(express.compile('root = Text("x", catalogId="none")', two).category).toBe('ValidationError');
    expect(express.compile('root = Text("x")', { catalogs: [own, own] }).category).toBe('CatalogError');
    expect(express.compile('root = Text("x")', { catalogs: [] }).category).toBe('CatalogError');
  });

  it('[XP7] more arguments than there are, one given twice, and null for what is required are told', () => {
    expect(codes('root = Text("a", "body", 1, 2)')).toEqual(['VITRINE_PROP_UNKNOWN']);
    expect(codes('root = Text("a", text="b")')).toEqual(['VITRINE_PROP_UNKNOWN']);
    expect(codes('root = Text(text="b", "a")')).toEqual(['VITRINE_PROP_UNKNOWN']);
    expect(codes('root = Text(null)')).toEqual(['VITRINE_PROP_MISSING']);
    expect(codes('root = Text("a")\nroot = Text("b")')).toEqual(['VITRINE_COMPONENT_DUPLICATE']);
  });

  it('[XP6] the catalog of a surface is meant where it has a name, and others are named where they stand', () => {
    const own = defineCatalog({
      id: 'own',
      protocol: '1.0',
      components: {
        Text: defineComponent({ text: required(text()) }),
        Badge: defineComponent({ label: required(text()) }),
      },
    });
    const two = { catalogs: [basic10, own] };
    const components = [
      { id: 'root', component: 'Column', children: ['a', 'b', 'c'] },
      { id: 'a', component: 'Text', text: 'x' },
      { id: 'b', component: 'Text', text: 'y', catalogId: 'own' },
      { id: 'c', component: 'Badge', label: 'z', catalogId: 'own' },
    ];
    const surfaceId = 'default_surface';
    const messages = [{ version: 'v1.0', createSurface: { surfaceId, catalogId: basic10.id, components } }];
    const { text: block } = express.decompile(messages, two);
    expect(block).toContain('a = Text("x")\nb = Text("y", catalogId="own")\nc = Badge("z")');
    expect(express.compile(block, two)).toMatchObject({ messages, issues: [] });
    const [, ...rest] = block.split('\n');
    const later = express.compile(
      `${block}\nsurface("t", "own")\nroot = Badge("z")\nsurface("${surfaceId}")\n${rest[1]}`,
      two,
    );
    expect(later.messages[2]).toMatchObject({ updateComponents: { components: [components[1]] } });
    const older = { catalogs: [basic09, { ...own, protocol: '0.9' }] };
    expect(express.compile('root = Badge("z")', older).issues[0]?.message).toContain('surface("…", "…")');
    expect(express.compile('surface("s", "own")\nroot = Badge("z")', older).ok).toBe(true);
  });

  it('[XP8] a surface that is taken up again, in the block or in the next one, is changed', () => {
    const block = 'surface("a")\n$/n = 1\nroot = Text($/n)\nsurface("b")\nroot = Text("x")\nsurface("a")\n$/m = 2';
    expect(compiled(block).at(-1)).toMatchObject({ updateDataModel: { surfaceId: 'a', path: '/m', value: 2 } });
    for (const format of [express, vertical]) {
      const { ok, parts } = format.parse('<a2ui>Text("1")</a2ui><a2ui>Text("2")</a2ui>', { catalogs, mend: true });
      const again = new Intake(new Fold({ catalogs: new Catalogs(catalogs) }), { dialects: DIALECTS });
      const messages = parts.flatMap((part) => ('messages' in part ? part.messages : []));
      expect([ok, messages.flatMap((message) => again.message(message).issues)]).toEqual([true, []]);
    }
  });

  it('[XP8] the whole data is written member by member, and items of a list that is there by their place', () => {
    const written = express.compile('surface("s")\n$/ = {a: 1, "b-c": 2}', { catalogs, surfaces: ['s'] }).messages;
    expect(written.map((one) => (one.updateDataModel as JsonObject).path)).toEqual(['/a', '/b-c']);
    const block = '$/l = [1, 2]\nroot = Text("x")\n$/l/1 = 3\n$/l/2 = 4';
    expect(compiled(block)).toMatchObject([{ createSurface: { dataModel: { l: [1, 3, 4] } } }]);
    const parts = express.createReader({ catalogs }).push(`<a2ui>${block}</a2ui>`);
    expect(messagesOf(parts).flatMap((one) => one.updateDataModel ?? [])).toMatchObject([
      { path: '/l/1', value: 3 },
      { path: '/l/2', value: 4 },
    ]);
  });

  it('[XP3] a call that stands alone waits for the names that it needs, and is made once', () => {
    const parts = express.createReader({ catalogs }).push('<a2ui>openUrl(u)\nu = "https://a.example"\nu = "x"</a2ui>');
    expect(messagesOf(parts)).toMatchObject([
      { callRendererFunction: { callFunction: { catalogId: basic10.id, args: { url: 'https://a.example' } } } },
    ]);
  });

  it('[XP8] what is written for a surface that is open changes it', () => {
    const { messages } = express.compile('surface("s")\n$/a/b = 1\nroot = Text("x")', { catalogs, surfaces: ['s'] });
    expect(messages.map((one) => Object.keys(one)[1])).toEqual(['updateDataModel', 'updateComponents']);
    expect(messages[0]?.updateDataModel).toEqual({ surfaceId: 's', path: '/a/b', value: 1 });
  });
});

describe('Express, mended', () => {
  it.each([
    {
      what: 'the case of names',
      block: 'root = text("Hi", Variant="body")',
      repairs: ['misspelt-name', 'misspelt-name'],
    },
    { what: 'single quotes', block: "root = Text('Hi')", repairs: ['single-quotes'] },
    { what: 'typographic quotes', block: 'root = Text(“Hi”)', repairs: ['smart-quotes'] },
    {
      what: 'a bracket that is missing at the end',
      block: 'root = Column([a, b]\na = Text("1")\nb = Text("2")',
      repairs: ['unclosed-bracket'],
    },
    {
      what: 'a list that is not closed',
      block: 'root = Column([a, b\na = Text("1")\nb = Text("2")',
      repairs: ['unclosed-bracket'],
    },
    { what: 'a bracket too many', block: 'root = Text("Hi"))', repairs: ['stray-bracket'] },
    { what: 'a comma that is missing', block: 'root = Text("Hi" "body")', repairs: ['missing-comma'] },
    {
      what: 'an argument in a wrong slot',
      block: 'root = Button(l, Event("go"), "primary")\nl = Text("x")',
      repairs: ['moved-argument', 'moved-argument'],
    },
    {
      what: 'an argument behind those with a name',
      block: 'root = TextField(label="Name", $/name)',
      repairs: ['moved-argument'],
    },
    {
      what: 'a quote that is left open',
      block: 'root = Column([a])\na = Text("Hi)\nb = Text("x")',
      repairs: ['unclosed-quote'],
    },
    {
      what: 'the case of words of Express',
      block: 'Surface("s")\nroot = List(template($/items, row))\nrow = Button(Text("x"), event("go"))',
      repairs: ['misspelt-name', 'misspelt-name', 'misspelt-name', 'moved-argument'],
    },
    {
      what: 'a word of Python',
      block: 'root = DateTimeInput($/when, True, False)\n$/when = None',
      repairs: ['python-literal', 'python-literal', 'python-literal'],
    },
    { what: 'a colon for an argument', block: 'root = Text(text: "Hi")', repairs: ['missing-colon'] },
    { what: 'a component without a name', block: 'Text("Hi")', repairs: ['missing-id'] },
    { what: 'a property that is none', block: 'root = Text("Hi", tooltip="x")', repairs: ['unknown-property'] },
    {
      what: 'the case of a choice',
      block: 'root = Text("x", "Body")',
      repairs: ['misspelt-name'],
    },
    {
      what: 'a number in quotes',
      block: 'root = Slider("L", "0", 10, $/v)',
      repairs: ['number-form'],
    },
    {
      what: "two arguments that stand in each other's slots",
      block: 'root = CheckBox($/v, "L")',
      repairs: ['moved-argument'],
    },
    {
      what: 'children without their brackets',
      block: 'root = Column(a, Text("x"), b)\na = Text("1")\nb = Text("2")',
      repairs: ['unopened-bracket', 'unopened-bracket'],
    },
    {
      what: 'one child in brackets',
      block: 'root = Card([a])\na = Text("1")',
      repairs: ['stray-bracket'],
    },
    {
      what: 'arguments in a map',
      block: 'root = Text({text: "x", variant: "body"})',
      repairs: ['wrong-wrapper'],
    },
    {
      what: 'a component of JSON',
      block: 'root = {"component": "Card", "child": "a"}\n{"id": "a", "component": "Text", "text": "x"}',
      repairs: ['wrong-wrapper', 'wrong-wrapper'],
    },
    {
      what: 'the name of an event alone',
      block: 'root = Button(Text("x"), "primary", "go")',
      repairs: ['wrong-wrapper'],
    },
    {
      what: 'the context of an event as arguments',
      block: 'root = Button(Text("x"), "primary", Event("go", id="5", none=null))',
      repairs: ['moved-argument', 'missing-value'],
    },
    {
      what: 'arguments of a check by name',
      block: 'root = TextField("L", $/v, ?regex(pattern="a", message="m"))',
      repairs: ['moved-argument', 'moved-argument'],
    },
    {
      what: 'quotes inside a text',
      block: 'root = Column([Text("He said "hi you" there"), Text(\'It\'s\')])',
      repairs: ['inner-quote', 'single-quotes', 'inner-quote'],
    },
    { what: 'backticks', block: 'root = Text(`x`)', repairs: ['single-quotes'] },
    {
      what: 'a list of Markdown',
      block: '- root = Card(a)\n- a = Text("x")',
      repairs: ['text-in-block', 'text-in-block'],
    },
    { what: 'colons', block: 'root: Card(a)\na := Text("x")', repairs: ['missing-colon', 'missing-colon'] },
    {
      what: 'a number of another form',
      block: 'root = Slider("L", 0, 1e1, +5)',
      repairs: ['number-form', 'number-form'],
    },
  ])('[XP9] $what has one reading, which is told', ({ block, repairs }) => {
    const found = express.compile(block, { catalogs, mend: true });
    expect(found.issues).toEqual([]);
    expect(found.repairs.map(({ kind }) => kind)).toEqual(repairs);
    expect(express.compile(block, { catalogs }).ok).toBe(false);
  });

  it('[XP9] children without their brackets are waited for, however many', () => {
    const reader = express.createReader({ catalogs });
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const first = reader.push(`<a2ui>root = Column(${names.join(', ')})\n`);
    expect(first).toEqual([]);
    const parts = reader.push(names.map((name) => `${name} = Text("${name}")\n`).join(''));
    expect(messagesOf(parts).at(-1)).toMatchObject({ updateComponents: { components: [{ children: names }] } });
  });

  it('[XP9] a path with hyphens is read', () => {
    expect(components('root = Text($/first-name)', true)[0]?.text).toEqual({ '@path': '/first-name' });
  });

  it('[XP9] numbers that would change their order are not moved', () => {
    expect(codes('root = Slider(0, 10, $/v, "L")', true)).toEqual(['VITRINE_PROP_MISSING']);
  });

  it('[XP10] a statement without a value does not take the next one with it', () => {
    const found = express.compile('a =\nroot = Text("x")', { catalogs, mend: true });
    expect(found.issues.map(({ line }) => line)).toEqual([2]);
    expect(JSON.stringify(found.messages)).toContain('"root"');
  });

  it('[XP10] a statement that has no reading is refused by itself', () => {
    const reader = express.createReader({ catalogs });
    const parts = [
      ...reader.push('<a2ui>\nroot = Column([a, b])\na = @Text("x")\nb = Text("y")\n</a2ui>'),
      ...reader.end(),
    ];
    expect(parts.filter(({ part }) => part === 'refused')).toHaveLength(1);
    expect(JSON.stringify(messagesOf(parts))).toContain('"y"');
  });

  it('[XP11] JSON in the block is read as JSON', () => {
    const reader = express.createReader({ catalogs });
    const message = { version: 'v1.0', deleteSurface: { surfaceId: 's' } };
    const parts = [
      ...reader.push(`<a2ui>\n[${JSON.stringify(message)}]\n</a`),
      ...reader.push('2ui>bye'),
      ...reader.end(),
    ];
    expect(messagesOf(parts)).toEqual([message]);
    expect(parts.at(-1)).toEqual({ part: 'text', text: 'bye' });
  });

  it.each([
    '<a2ui>\n```json\n[MESSAGE]\n```\n</a2ui>',
    'Hi <a2ui-json>MESSAGE</a2ui-json>',
    'Hi\n```json\n[MESSAGE]\n```\n',
  ])('[XP11] JSON beside Express, in a fence and in tags of its own, is read as JSON: %s', (answer) => {
    const surface = { surfaceId: 's', catalogId: basic10.id };
    const text = answer.replace('MESSAGE', JSON.stringify({ version: 'v1.0', createSurface: surface }));
    const all = `${text}<a2ui>surface("s")\nroot = Text("x")</a2ui>`;
    for (const size of [1, 5, all.length]) {
      const reader = express.createReader({ fold: new Fold({ strict: true, catalogs: new Catalogs(catalogs) }) });
      const parts: AnswerPart[] = [];
      for (let at = 0; at < all.length; at += size) parts.push(...reader.push(all.slice(at, at + size)));
      parts.push(...reader.end());
      expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
      expect(messagesOf(parts)).toMatchObject([{ createSurface: surface }, { updateComponents: { surfaceId: 's' } }]);
      expect(parts).toContainEqual({ part: 'repair', repair: expect.objectContaining({ kind: 'wrong-wrapper' }) });
    }
  });
});

describe('Express, streamed', () => {
  const fold = (): Fold => new Fold({ strict: true, catalogs: new Catalogs(catalogs) });

  it('[XP12] a component is given in the push that completes its statement', () => {
    const reader = express.createReader({ catalogs });
    expect(reader.push('Hi <a2ui>root = Column([a, b]')).toEqual([{ part: 'text', text: 'Hi ' }]);
    expect(messagesOf(reader.push(')')).map((one) => Object.keys(one)[1])).toEqual([
      'createSurface',
      'updateComponents',
    ]);
    expect(messagesOf(reader.push('\na = Text("x"'))).toEqual([]);
    expect(messagesOf(reader.push(')'))).toMatchObject([
      { updateComponents: { components: [{ id: 'a', text: 'x' }] } },
    ]);
  });

  it.each([
    ['a = Card(Text("x = (1)"))', 'a = Card(Text("x = (1)"))'],
    ['a = Card(Text("x")\nb = Text("y")', 'a = Card(Text("x")\nb ='],
    ['$/a = [{b: "c"}]\n', '$/a = [{b: "c"}]'],
    ['$/a = "c"\n', '$/a = "c"'],
    ['$/a = 5\n', '$/a = 5\n'],
  ])('[XP13] character by character, %j gives its first message behind %j', (block, told) => {
    const reader = express.createReader({ catalogs, surfaces: ['default_surface'] });
    expect(messagesOf(reader.push('<a2ui>'))).toEqual([]);
    const given = [...block].findIndex((char) => messagesOf(reader.push(char)).length > 0);
    expect(block.slice(0, given + 1)).toBe(told);
  });

  it('[XP13] what names something that is still to come waits for it', () => {
    const reader = express.createReader({ catalogs });
    reader.push('<a2ui>root = Card(b)\nb = Button(l, _, go)\n');
    expect(messagesOf(reader.push('l = Text("x")\n'))).toHaveLength(1);
    expect(messagesOf(reader.push('go = Event("go")\n'))).toMatchObject([
      { updateComponents: { components: [{ id: 'b', action: { event: { name: 'go' } } }] } },
    ]);
  });

  it('[XP14] texts, lists of children and data are given as drafts while they grow', () => {
    const reader = express.createReader({ catalogs, drafts: true });
    reader.push('<a2ui>\nroot = Column([a, b])\na = Text("He');
    expect(reader.push('llo')).toMatchObject([
      { draft: true, message: { updateComponents: { components: [{ id: 'a', text: 'Hello' }] } } },
    ]);
    expect(reader.push('")\nb = Image("https://a.ex')).toHaveLength(1);
    expect(reader.push('ample/x.png')).toEqual([]);
    reader.push('")\n');
    expect(reader.push('$/list = [{n: 1}, {n: 2}, {n')).toMatchObject([
      { draft: true, message: { updateDataModel: { path: '/list', value: [{ n: 1 }, { n: 2 }] } } },
    ]);
  });

  it('[XP14] what is written inside grows too, the first statement of a surface and data', () => {
    const reader = express.createReader({ fold: fold(), drafts: true });
    const first = reader.push('<a2ui>root = Column([Text("a"), Card(Text("He');
    expect(messagesOf(first)).toMatchObject([
      { createSurface: {} },
      { updateComponents: { components: [{ id: 'root' }, { text: 'a' }, { component: 'Card' }, { text: 'He' }] } },
    ]);
    expect(first[1]).toMatchObject({ draft: true });
    expect(JSON.stringify(reader.push('llo')).match(/"text":"Hello"/)).not.toBeNull();
    expect(reader.push('")), Button(Text("x"), "primary"')).toEqual([]);
    reader.push(', Event("go"))])\n');
    expect(reader.push('$/title = "On')).toMatchObject([
      { draft: true, message: { updateDataModel: { path: '/title', value: 'On' } } },
    ]);
    expect(reader.push('ce"\n$/picture = "htt')).toMatchObject([{ message: { updateDataModel: { value: 'Once' } } }]);
  });

  it('[XP14] a surface that was opened for what is refused in the end is closed again', () => {
    const judged = fold();
    const reader = express.createReader({ fold: judged, drafts: true });
    const parts = [
      ...reader.push('<a2ui>root = Text("He'),
      ...reader.push('llo", nobody("x"))</a2ui>'),
      ...reader.end(),
    ];
    expect(messagesOf(parts).map((one) => Object.keys(one)[1])).toEqual([
      'createSurface',
      'updateComponents',
      'deleteSurface',
    ]);
    expect(judged.surfaces.size).toBe(0);
  });

  it('[XP15] with a fold every message is judged, and a surface that is open there is changed', () => {
    const open = fold();
    new Intake(open, { dialects: DIALECTS }).message({
      version: 'v1.0',
      createSurface: {
        surfaceId: 's',
        catalogId: basic10.id,
        components: [{ id: 'root', component: 'Text', text: 'old' }],
        dataModel: { a: { b: 1, c: 2 } },
      },
    });
    const reader = express.createReader({ fold: open });
    const parts = [
      ...reader.push('<a2ui>\nsurface("s")\n$/a/b = 5\nroot = Text("new")\nx = Text("y", "no")\n</a2ui>'),
      ...reader.end(),
    ];
    expect(parts.filter(({ part }) => part === 'refused')).toMatchObject([
      { issues: [{ code: 'VITRINE_PROP_VALUE' }] },
    ]);
    expect(open.surfaces.get('s')?.data.get('/a')).toEqual({ b: 5, c: 2 });
    expect(open.surfaces.get('s')?.component('root')?.props).toEqual({ text: 'new' });
  });

  it('[XP16] a block that is cut off inside its closing tag lost nothing', () => {
    const reader = express.createReader({ catalogs });
    const parts = [...reader.push('<a2ui>root = Text("x")\n</a2u'), ...reader.end()];
    expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
    expect(messagesOf(parts)).toHaveLength(2);
  });

  it('[XP16] a block that is cut off gives what was complete', () => {
    const reader = express.createReader({ fold: fold() });
    const parts = [...reader.push('<a2ui>\nroot = Column([a, b])\na = Text("x")\nb = Text("hal'), ...reader.end()];
    expect(messagesOf(parts)).toHaveLength(3);
    expect(parts.filter(({ part }) => part === 'repair')).toMatchObject([{ repair: { kind: 'truncated' } }]);
  });
});

describe('Express, streamed data', () => {
  it('[XP20] a message that was sent does not change with what is written behind it', () => {
    const reader = express.createReader({ catalogs });
    const block =
      '<a2ui>root = Text("a")\n$/a = {b: {c: 1}}\n$/a/b/c = 2\n$/a/b/d = 3\n$/a = {e: 1}\n$/a/f = 2\n</a2ui>';
    const writes = messagesOf([...reader.push(block), ...reader.end()]).flatMap((one) => one.updateDataModel ?? []);
    expect(writes).toMatchObject([
      { path: '/a', value: { b: { c: 1 } } },
      { path: '/a/b/c', value: 2 },
      { path: '/a/b/d', value: 3 },
      { path: '/a', value: { e: 1 } },
      { path: '/a/f', value: 2 },
    ]);
    expect(writes[0]).toEqual({ surfaceId: 'default_surface', path: '/a', value: { b: { c: 1 } } });
    expect(writes[3]).toEqual({ surfaceId: 'default_surface', path: '/a', value: { e: 1 } });
  });
});

describe('Express, written', () => {
  it.each([
    ['a name that is no identifier', { id: 'odd-id', component: 'Text', text: 'x' }],
    ['a word that means something', { id: 'true', component: 'Text', text: 'x' }],
    ['a word of Python', { id: 'a', component: 'Card', child: 'True' }],
    ['what stands for nothing', { id: '_', component: 'Card', child: 'a' }],
    ['an id that looks like a path', { id: '$x', component: 'Card', child: '$/a' }],
    ['three quotes before what looks like a statement', { id: 'a', component: 'Text', text: 'x """\nb = Text("y")' }],
    [
      'a check of a path with other characters',
      {
        id: 'a',
        component: 'Slider',
        max: 1,
        value: { '@path': '/a-b' },
        checks: [{ condition: { '@call': 'numeric', args: { value: { '@path': '/a-b' }, min: 1e-7 } }, message: 'm' }],
      },
    ],
    ['quotes and line breaks', { id: 'a', component: 'Text', text: 'He said "x"\nand \\ went"' }],
    ['three quotes', { id: 'a', component: 'Text', text: 'a """ b\n' }],
    ['a path with other characters', { id: 'a', component: 'Text', text: { '@path': '/a-b/c~1d' } }],
    [
      'bindings that only maps can say, in neighbouring slots',
      { id: 'a', component: 'TextField', label: { '@path': '/a-b' }, value: { '@path': '/c' } },
    ],
    ['a gap among the arguments', { id: 'a', component: 'Image', url: 'u', variant: 'icon', weight: 2 }],
    ['what every component may have', { id: 'a', component: 'Text', text: 'x', accessibility: { label: 'L' } }],
    [
      'a check without a message',
      {
        id: 'a',
        component: 'TextField',
        label: 'L',
        value: { '@path': '/v' },
        checks: [{ condition: { '@call': 'required', args: { value: { '@path': '/v' } } } }],
      },
    ],
    [
      'a check of another value',
      {
        id: 'a',
        component: 'TextField',
        label: 'L',
        value: { '@path': '/v' },
        checks: [{ condition: { '@call': 'length', args: { value: { '@path': '/w' }, max: 3 } }, message: 'm' }],
      },
    ],
    [
      'a call in an action',
      {
        id: 'a',
        component: 'Button',
        child: 'odd id',
        action: { functionCall: { '@call': 'openUrl', args: { url: 'https://a.example' } } },
      },
    ],
    ['a template', { id: 'a', component: 'List', children: { componentId: 'x', path: '/list' } }],
    [
      'nested calls',
      {
        id: 'a',
        component: 'Text',
        text: { '@call': 'formatNumber', args: { value: { '@path': '/n' }, grouping: false } },
      },
    ],
  ])('[XP17] %s is written so that it reads back', (_what, component) => {
    const messages = [{ version: 'v1.0', updateComponents: { surfaceId: 's', components: [component] } }];
    const { text: block, ok } = express.decompile(messages, { catalogs });
    expect(ok).toBe(true);
    expect(express.compile(block, { catalogs }).messages).toEqual(messages);
    const mended = express.compile(block, { catalogs, mend: true });
    expect(mended).toMatchObject({ messages, repairs: [] });
  });

  it('[XP21] ids with hyphens are names: written bare, read bare or quoted, whole and in pieces', () => {
    const messages = compiled('root = Card(main-column)\nmain-column = Column([msg-1, "msg-2"])\nmsg-1 = Text("a")');
    expect(messages).toEqual(
      compiled('root = Card("main-column")\n"main-column" = Column(["msg-1", msg-2])\n"msg-1"=Text("a")'),
    );
    const { text: block } = express.decompile(messages, { catalogs });
    expect(block).toContain('main-column = Column([msg-1, msg-2])');
    expect(compiled(block)).toEqual(messages);
    const pieces = express.createReader({ catalogs });
    const parts = [...`<a2ui>${block}</a2ui>`].flatMap((char) => [...pieces.push(char)]).concat(...pieces.end());
    expect(parts.filter(({ part }) => part === 'refused')).toEqual([]);
    expect(JSON.stringify(parts)).toContain('"id":"msg-1"');
    expect(compiled('root = Slider("L", 0, 10, $/v)\n$/v = -3')).toEqual(
      compiled('$/v=-3 root = Slider("L",0,10,$/v)'),
    );
  });

  it('[XP17] data is written a leaf a line, and keys that no path has as a map', () => {
    const value = {
      user: { name: 'Ada', 'first-name': 'A' },
      empty: {},
      list: [1, { a: null }],
      big: 1e21,
      small: [1e-7, -2.5e-10, 5e-324],
      n: 0,
      '': 1,
    };
    const messages = [{ version: 'v1.0', updateDataModel: { surfaceId: 's', path: '/', value } }];
    expect(compiled(express.decompile(messages, { catalogs }).text)).toEqual(messages);
  });

  it('[XP17] data of a surface that is created is written as it is in the end', () => {
    const write = (path: string, value?: Json): JsonObject => ({
      version: 'v1.0',
      updateDataModel: { surfaceId: 's', path, ...defined({ value }) },
    });
    const components = [{ id: 'root', component: 'Text', text: 'x' }];
    const created = { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: basic10.id, components } };
    const writes = [write('/l', [1, 2]), write('/l/0', 3), write('/a-b', 1), write('/c/d', 1), write('/c/d')];
    const { text: block, issues } = express.decompile([created, ...writes], { catalogs });
    expect(issues).toEqual([]);
    const dataModel = { l: [3, 2], 'a-b': 1, c: {} };
    expect(compiled(block)).toEqual([{ ...created, createSurface: { ...created.createSurface, dataModel } }]);
    expect(compiled(express.decompile([created, write('/', 'words')], { catalogs }).text)).toEqual([
      created,
      write('/', 'words'),
    ]);
  });

  it('[XP17] what has no word of its own is told: a surface without a root, a path with other characters', () => {
    const open = { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: basic10.id } };
    const write = { version: 'v1.0', updateDataModel: { surfaceId: 's', path: '/a-b', value: 1 } };
    expect(express.decompile([open], { catalogs })).toMatchObject({ ok: true, issues: [{ severity: 'warning' }] });
    expect(express.decompile([write], { catalogs })).toMatchObject({ ok: true, issues: [{ severity: 'warning' }] });
  });

  it('[XP17] of a component that is sent twice the last is written', () => {
    const sent = (words: string): JsonObject => ({
      version: 'v1.0',
      updateComponents: { surfaceId: 's', components: [{ id: 'a', component: 'Text', text: words }] },
    });
    const { text: block } = express.decompile([sent('one'), sent('two')], { catalogs });
    expect(compiled(block)).toEqual([sent('two')]);
  });

  it('[XP18] the extension catalog is written and read like any other', () => {
    const own = [vitrine10];
    expect(express.prompt({ catalogs: own })).toContain('Table(');
    expect(express.compile('root = Text("x")', { catalogs: own }).ok).toBe(true);
    const rows = [{ '@path': '1' }, { path: 'a' }, [true]];
    const components = [{ id: 'root', component: 'Table', rows }];
    const messages = [{ version: 'v1.0', createSurface: { surfaceId: 's', catalogId: vitrine10.id, components } }];
    expect(compiledBy(own, express.decompile(messages, { catalogs: own }).text)).toEqual(messages);
  });

  it('[XP18] a choice that may be null is one', () => {
    const mode = oneOf(['a', null]);
    const own = defineCatalog({
      id: 'own',
      protocol: '1.0',
      components: { Box: defineComponent({ mode, n: text() }) },
    });
    const components = [{ id: 'root', component: 'Box', mode: null }];
    const messages = [{ version: 'v1.0', createSurface: { surfaceId: 's', catalogId: 'own', components } }];
    expect(compiledBy([own], express.decompile(messages, { catalogs: [own] }).text)).toEqual(messages);
  });
});

describe('Express, hostile', () => {
  function read(block: string, size = Number.POSITIVE_INFINITY): readonly AnswerPart[] {
    const answer = `<a2ui>\n${block}\nlast = Text("still here")\n</a2ui>`;
    const reader = express.createReader({ catalogs });
    const parts: AnswerPart[] = [];
    for (let at = 0; at < answer.length; at += size) parts.push(...reader.push(answer.slice(at, at + size)));
    return [...parts, ...reader.end()];
  }
  const refusals = (parts: readonly AnswerPart[]): readonly string[] =>
    parts.flatMap((part) => (part.part === 'refused' ? part.issues.map(({ code }) => code) : []));

  it.each([
    { what: 'a string of 4 MB', block: `a = Text("${'x'.repeat(4 * 1024 * 1024)}")`, code: 'VITRINE_LIMIT_TEXT' },
    {
      what: 'a line of white space inside a string',
      block: `a = Nothing("\n${' '.repeat(1024 * 1024)}")`,
      code: 'VITRINE_LIMIT_TEXT',
    },
    {
      what: 'white space behind a quote that is left open',
      block: `a = Nothing("${' '.repeat(512 * 1024)}x`,
      code: 'VITRINE_COMPONENT_UNKNOWN',
    },
    { what: 'a hundred thousand nested calls', block: `a = ${'Card('.repeat(100_000)}`, code: 'VITRINE_JSON_DEPTH' },
    { what: 'a path of ten thousand segments', block: `$${'/a'.repeat(10_000)} = 1`, code: 'VITRINE_LIMIT_DEPTH' },
    { what: 'a variable named __proto__', block: '__proto__ = Text("x")', code: 'VITRINE_NAME_RESERVED' },
    { what: 'a path through __proto__', block: '$/__proto__/x = 1', code: 'VITRINE_POINTER_RESERVED' },
    {
      what: 'a key named constructor',
      block: 'a = Button(b, _, Event("x", {constructor: 1}))',
      code: 'VITRINE_NAME_RESERVED',
    },
    { what: 'a catalog that nobody has', block: 'surface("s", "none")', code: 'VITRINE_CATALOG_UNKNOWN' },
    { what: 'a variable that stands for itself', block: 'a = Text(b)\nb = c\nc = b', code: 'VITRINE_TREE_CYCLE' },
  ])('[XP19] $what is bounded and told, and nothing else is lost', ({ block, code }) => {
    const parts = read(block);
    expect(refusals(parts)).toContain(code);
    expect(JSON.stringify(messagesOf(parts))).toContain('still here');
    expect(read(block, 7)).toEqual(parts);
  });

  it('[XP19] of a text that never stops no more is kept than a text may have, and the end is told', () => {
    const reader = express.createReader({ catalogs });
    const parts = [...reader.push('<a2ui>root = Text("a")\nb = Text("')];
    for (let i = 0; i < 1000; i++) parts.push(...reader.push('words '.repeat(1000)));
    parts.push(...reader.end());
    expect(messagesOf(parts)).toHaveLength(2);
    expect(parts.filter(({ part }) => part === 'repair')).toMatchObject([{ repair: { kind: 'truncated' } }]);
    expect(refusals(parts)).toEqual(['VITRINE_FORMAT_SYNTAX']);
  });

  it('[XP19] a hundred thousand variables in a ring are bounded', () => {
    const ring = Array.from({ length: 100_000 }, (_, i) => `v${i} = [v${(i + 1) % 100_000}]`).join('\n');
    const parts = read(`${ring}\nroot = Text(v0)`);
    expect(refusals(parts).length).toBeGreaterThan(0);
  });

  it('[XP19] substitution that would explode is bounded', () => {
    const doubling = Array.from({ length: 30 }, (_, i) => `v${i} = [v${i + 1}, v${i + 1}]`).join('\n');
    expect(refusals(read(`${doubling}\nv30 = 1\nroot = Column(v0)`))).toContain('VITRINE_LIMIT_ENTRIES');
  });

  it('[XP19] a closing tag inside a string closes nothing, and two blocks with one id are one surface', () => {
    expect(messagesOf(read('a = Text("</a2ui>")'))).toHaveLength(3);
    const reader = express.createReader({ fold: new Fold({ strict: true, catalogs: new Catalogs(catalogs) }) });
    const parts = [...reader.push('<a2ui>root = Text("1")</a2ui><a2ui>root = Text("2")</a2ui>'), ...reader.end()];
    expect(refusals(parts)).toEqual([]);
  });
});

it('a prompt says nothing of what the catalog does not have', () => {
  const own = defineCatalog({
    id: 'o',
    protocol: '1.0',
    components: { Note: defineComponent({ text: required(text()) }) },
  });
  const short = express.prompt({ catalogs: [own] });
  for (const word of ['Event(', '_template', '?function', 'function call']) expect(short).not.toContain(word);
  for (const word of ['Event(', '_template', '?function']) expect(express.prompt({ catalogs })).toContain(word);
});

it('a call of a function that no catalog has is refused in Direct JSON as in Express', () => {
  const category = (name: string, catalogId = basic10.id): string | undefined => {
    const callFunction = { catalogId, '@call': name, args: { url: 'https://a.example' } };
    const message = { version: 'v1.0', callRendererFunction: { functionCallId: 'call_1', callFunction } };
    return directJson.compile(JSON.stringify(message), { catalogs }).category;
  };
  expect([category('openUrl'), category('nobody'), category('openUrl', 'none')]).toEqual([
    undefined,
    'ValidationError',
    'ValidationError',
  ]);
});

it('a backtick that is no fence costs its own statement and is told', () => {
  const found = express.compile('root` = Text("x")\nb = Text("y")', { catalogs, mend: true });
  expect(found.issues).toHaveLength(1);
  expect(JSON.stringify(found.messages)).toContain('"y"');
});
