// An A2UI catalog definition, as a file or inline in a viewer's capabilities, made a Catalog. The definition is untrusted:
// it is read within limits, and every fault is an issue with a pointer into it.

import { type Catalog, type ComponentDeclaration, defineCatalog, object, type Prop } from './catalog.ts';
import { DEFAULT_PROTOCOL, draftWire, protocolLabel, STYLES_PROTOCOL, wireOf } from './catalogs/wire.ts';
import { readComponent } from './import-component.ts';
import { below, ImportContext } from './import-context.ts';
import { readFunctions } from './import-function.ts';
import { listedNames, warnOfUndefined } from './import-listed.ts';
import { isOpen, readEach, readProps } from './import-shape.ts';
import { inspect } from './inspect.ts';
import { accepted, issue, type Outcome, refused } from './issue.ts';
import { defined, describeType, isObject, type Json, type JsonObject } from './json.ts';
import type { Limits } from './limits.ts';

export interface ImportOptions {
  /** The id to know it by, in place of its own. */
  readonly id?: string;
  /** For a definition that does not say which protocol it is made for. */
  readonly protocol?: string;
}

export function importCatalog(definition: unknown, limits: Limits, options: ImportOptions = {}): Outcome<Catalog> {
  if (!isObject(definition)) {
    const message = `A catalog definition is an object, not ${describeType(definition)}.`;
    return refused([issue('VITRINE_CATALOG_INVALID', 'error', message, '')]);
  }
  // From here on its depth is bounded, its keys are safe and its texts are Unicode, unread corners included.
  const problem = inspect(definition, { limits, depth: limits.messageDepth, count: 0 }, '');
  if (problem !== undefined) return refused([{ ...problem, code: 'VITRINE_CATALOG_INVALID' }]);
  const label = readProtocol(definition, options);
  const draft = label === undefined ? undefined : draftWire(label);
  const protocol = draft?.protocol ?? label;
  const context = new ImportContext(definition, draft?.wire ?? wireOf(protocol ?? DEFAULT_PROTOCOL), limits);
  if (protocol === undefined) context.error('/protocolVersion', 'The protocol version is written like "1.0".');
  if (draft !== undefined) context.warn('/protocolVersion', `${label} was a draft; it is read as ${protocol}.`);
  const catalog = readCatalog(definition, options, context);
  return context.failed || protocol === undefined
    ? refused(context.issues)
    : accepted({ ...catalog, protocol }, context.issues);
}

/** Undefined where the definition's own word for it cannot be read. */
function readProtocol(definition: JsonObject, options: ImportOptions): string | undefined {
  const { protocolVersion, styles } = definition;
  if (protocolVersion !== undefined)
    return typeof protocolVersion === 'string' ? protocolLabel(protocolVersion) : undefined;
  return options.protocol ?? (styles === undefined ? DEFAULT_PROTOCOL : STYLES_PROTOCOL);
}

function readCatalog(definition: JsonObject, options: ImportOptions, context: ImportContext): Catalog {
  const id = options.id ?? definition.catalogId;
  if (typeof id !== 'string' || id === '' || id.length > context.limits.idLength) {
    context.error('/catalogId', 'A catalog has an id: a text that is not empty and not too long.');
  }
  checkKinds(definition, context);
  if (context.wire.definition.identifiers) checkMembers(definition, context);
  const theme = readTheme(definition, context);
  const { instructions } = definition;
  const { declared: _declared, ...catalog } = defineCatalog({
    id: String(id),
    components: {},
    ...defined({ theme }),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    source: definition,
  });
  return {
    ...catalog,
    components: readComponents(definition.components, context),
    functions:
      definition.functions === undefined ? new Map() : readFunctions(definition.functions, '/functions', context),
  };
}

/** The others are read, and judged there. */
function checkKinds(definition: JsonObject, context: ImportContext): void {
  for (const name of ['title', 'description', 'instructions']) {
    const { [name]: words } = definition;
    if (words !== undefined && typeof words !== 'string')
      context.error(below('', name), `A catalog has a text as its ${name}, not ${describeType(words)}.`);
  }
  const { $defs } = definition;
  if ($defs !== undefined && !isObject($defs))
    context.error('/$defs', `Definitions are an object, not ${describeType($defs)}.`);
}

const MEMBERS = new Set(
  '$schema $id $comment $defs protocolVersion title description catalogId instructions components functions'.split(' '),
);
/** `Weight` is a definition that the published catalogs share. */
const DEFINITIONS = new Set(['anyComponent', 'anyFunction', 'Weight']);

/** A2UI 1.0, catalog definitions: nothing but these members, and no definitions of one's own. */
function checkMembers(definition: JsonObject, context: ImportContext): void {
  for (const name of Object.keys(definition)) {
    if (MEMBERS.has(name)) continue;
    // Catalogs of before have one; it harms nobody, and no message of this protocol can say it.
    if (name === 'theme') context.warn('/theme', 'This protocol has no theme: no surface can name one.');
    else context.error(below('', name), 'A catalog definition has no such member.');
  }
  for (const name of isObject(definition.$defs) ? Object.keys(definition.$defs) : []) {
    if (!DEFINITIONS.has(name))
      context.error(below('/$defs', name), 'The definitions of a catalog are anyComponent and anyFunction alone.');
  }
}

function readComponents(components: Json | undefined, context: ImportContext): Map<string, ComponentDeclaration> {
  const found = new Map<string, ComponentDeclaration>();
  if (components === undefined) return found;
  if (!isObject(components)) {
    context.error('/components', `Components are an object, not ${describeType(components)}.`);
    return found;
  }
  const listed = listedNames('anyComponent', 'components', context);
  warnOfUndefined(listed, 'anyComponent', (name) => Object.hasOwn(components, name), context);
  for (const [name, schema] of Object.entries(components)) {
    const at = below('/components', name);
    if (listed !== undefined && !listed.has(name)) continue;
    if (!context.accepts(name, at, 'component')) continue;
    if (context.wire.definition.identifiers && name === 'Surface') {
      context.error(at, 'The name Surface is reserved for the parent of the root component.');
      continue;
    }
    found.set(name, readComponent(name, schema, at, context));
    if (context.failed && context.exhausted) break;
  }
  return found;
}

/** A schema of an object, or simply the schemas of its properties. */
function readTheme(definition: JsonObject, context: ImportContext): Prop | undefined {
  const definitions = isObject(definition.$defs) ? definition.$defs : {};
  const [key, theme] =
    definition.theme !== undefined
      ? ['/theme', definition.theme]
      : definition.styles !== undefined
        ? ['/styles', definition.styles]
        : ['/$defs/theme', definitions.theme];
  if (theme === undefined) return undefined;
  if (!isObject(theme)) {
    context.error(key, `A theme is described by an object, not by ${describeType(theme)}.`);
    return undefined;
  }
  if (theme.type === 'object' && isObject(theme.properties)) {
    return object(readProps(theme, key, context, 'inner'), { open: isOpen(theme) });
  }
  return object(readEach(theme, key, context, 'inner'), { open: true });
}
