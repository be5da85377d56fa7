import { Inline } from "@/components/docs/prose";
import { kindsOf, listRules, resolve, type Schema, type Schemas, typeWords } from "@/components/docs/reference";

type SchemaFieldsProps = { schema: Schema; schemas: Schemas; depth?: number };

const DEEPEST = 6;

/** The fields of a body or an answer; nested fields unfold below theirs. */
export function SchemaFields({ schema, schemas, depth = 0 }: SchemaFieldsProps) {
  const kinds = objectsIn(schema, schemas);
  if (kinds.length === 0 || depth > DEEPEST) {
    return <p className="text-ink-muted text-sm">{typeWords(schema, schemas)}</p>;
  }
  return kinds.map((kind, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the kinds of one schema never change their order.
    <div key={at}>
      {kinds.length > 1 && <p className="pt-2 text-ink-muted text-sm">{at === 0 ? "Either" : "or"}</p>}
      <ul className="divide-y">
        {Object.entries(kind.properties ?? {}).map(([name, field]) => (
          <li key={name} className="py-2">
            <FieldRow name={name} schema={field} schemas={schemas} isRequired={kind.required?.includes(name)} />
            <Within schema={field} schemas={schemas} depth={depth} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** The objects with fields of their own that a value may be, or that its list or map contains. */
function objectsIn(schema: Schema, schemas: Schemas): Schema[] {
  return kindsOf(schema, schemas).flatMap((kind) => {
    const known = resolve(kind, schemas);
    if (known.properties) return [known];
    if (known.items) return objectsIn(known.items, schemas);
    return typeof known.additionalProperties === "object" ? objectsIn(known.additionalProperties, schemas) : [];
  });
}

function Within({ schema, schemas, depth }: Required<SchemaFieldsProps>) {
  if (depth >= DEEPEST || objectsIn(schema, schemas).length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer rounded text-accent text-sm underline-offset-2 hover:underline">
        Fields
      </summary>
      <div className="ml-1 border-l pl-4">
        <SchemaFields schema={schema} schemas={schemas} depth={depth + 1} />
      </div>
    </details>
  );
}

type FieldRowProps = { name: string; schema: Schema; schemas: Schemas; isRequired?: boolean | undefined };

/** A field or parameter: its name, its type, whether it is required, its meaning and constraints. */
export function FieldRow({ name, schema, schemas, isRequired = false }: FieldRowProps) {
  const known = resolve(schema, schemas);
  const choices = kindsOf(schema, schemas).flatMap((kind) => {
    const one = resolve(kind, schemas);
    return one.enum ?? one.items?.enum ?? [];
  });
  const rules = listRules(schema, schemas);
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="break-all font-medium font-mono">{name}</span>
        <span className="text-ink-muted">{typeWords(schema, schemas)}</span>
        {isRequired && <span className="text-retry">required</span>}
      </p>
      {known.description && (
        <p className="max-w-prose">
          <Inline text={known.description} />
        </p>
      )}
      {choices.length > 0 && (
        <p className="break-words font-mono text-ink-muted">{choices.map((choice) => String(choice)).join(", ")}</p>
      )}
      {rules.length > 0 && <p className="break-words text-ink-muted">{rules.join(", ")}</p>}
    </div>
  );
}
