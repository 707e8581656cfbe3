// Validates form data against its data format: the technical rules of its schema, with a message for each field.
import { modelOf, type DataFormat, type Facets, type Field, type Group } from './form-models.ts';
import { parseXml, type XmlElement, XmlFault } from './xml.ts';

export interface FormFault {
  readonly FieldName: string;
  readonly ErrorMessage: string;
  readonly FieldXPath: string;
}

/** Empty when the form may be completed. */
export function faultsOf(format: DataFormat, data: string): readonly FormFault[] {
  const model = modelOf(format);
  let root: XmlElement;
  try {
    root = parseXml(data);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return [{ FieldName: model.root, ErrorMessage: error.message, FieldXPath: '/' }];
  }
  if (root.name !== model.root) {
    const words = `The root element must be ${model.root}, not ${root.name}.`;
    return [{ FieldName: root.name, ErrorMessage: words, FieldXPath: `/${root.name}` }];
  }
  return model.groups.flatMap((group) => groupFaults(group, root, `/${root.name}`));
}

function groupFaults(group: Group, parent: XmlElement, above: string): readonly FormFault[] {
  const found = childrenNamed(parent, group.name);
  const path = `${above}/${group.name}`;
  if (found.length < group.min) return [fault(group, path, 'is missing')];
  if (group.max !== 'unbounded' && found.length > group.max) {
    return [fault(group, path, `occurs more than ${group.max} times`)];
  }
  return found.flatMap((element) =>
    group.children.flatMap((child) =>
      child.kind === 'group'
        ? groupFaults(child, element, path)
        : fieldFaults(child, element, path),
    ),
  );
}

function fieldFaults(field: Field, parent: XmlElement, above: string): readonly FormFault[] {
  const path = `${above}/${field.name}`;
  const [element, second] = childrenNamed(parent, field.name);
  if (!element || (element.text.trim() === '' && field.required)) {
    return field.required ? [fault(field, path, 'must be filled in')] : [];
  }
  if (second) return [fault(field, path, 'occurs twice')];
  const text = element.text.trim();
  return text === '' || fits(field.facets, text) ? [] : [fault(field, path, 'has no valid value')];
}

/** Registry forms put a number behind the name (`Navn-datadef-1`), the others begin it with a small letter. */
const childrenNamed = (parent: XmlElement, name: string): readonly XmlElement[] =>
  parent.children.filter(
    (child) => child.name.split('-', 1)[0]?.toLowerCase() === name.toLowerCase(),
  );

const fault = (of: Field | Group, path: string, what: string): FormFault => ({
  FieldName: of.name,
  ErrorMessage: `${of.label} ${what}.`,
  FieldXPath: path,
});

function fits(facets: Facets, text: string): boolean {
  switch (facets.base) {
    case 'string':
      return (
        text.length >= (facets.minLength ?? 0) &&
        text.length <= (facets.maxLength ?? Number.MAX_SAFE_INTEGER) &&
        (facets.values === undefined || facets.values.includes(text)) &&
        (facets.pattern === undefined || new RegExp(`^(?:${facets.pattern})$`, 'u').test(text))
      );
    case 'integer':
      return /^-?\d+$/.test(text) && Number(text) >= facets.min && Number(text) <= facets.max;
    case 'decimal':
      return (
        /^-?\d+(\.\d+)?$/.test(text) && (text.split('.')[1] ?? '').length <= facets.fractionDigits
      );
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
    case 'boolean':
      return ['true', 'false', '1', '0'].includes(text);
  }
}
