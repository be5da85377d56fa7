import type { ReactNode } from "react";
import { BodyView } from "@/components/code/body-view";
import { MethodWord } from "@/components/docs/method-word";
import { Inline, Prose } from "@/components/docs/prose";
import { exampleOf, type Operation, type Parameter, type Schemas } from "@/components/docs/reference";
import { FieldRow, SchemaFields } from "@/components/docs/schema-fields";
import { TryIt, type TryItProps } from "@/components/docs/try-it";
import { CopyButton } from "@/components/ui/copy-button";

type OperationPageProps = Pick<TryItProps, "server" | "projects" | "isSignedIn"> & {
  operation: Operation;
  schemas: Schemas;
};

/** One operation: its purpose, its input, its answers, and a form to try it. */
export function OperationPage({ operation, schemas, ...rest }: OperationPageProps) {
  const { id, method, path, summary, description, permission, parameters, body, answers } = operation;
  const bodyExample = body ? JSON.stringify(exampleOf(body, schemas), null, 2) : null;
  return (
    <article className="grid gap-x-8 gap-y-8 px-4 pt-5 pb-16 md:px-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
      <div className="min-w-0 space-y-8">
        <header>
          <h1 className="font-medium text-lg">{summary}</h1>
          <p className="mt-1 flex items-center gap-2 text-sm">
            <MethodWord method={method} />
            <code className="min-w-0 break-all font-mono">{path}</code>
            <CopyButton value={path} what="path" />
          </p>
          {description && <Prose text={description} className="mt-3 text-sm" />}
          <p className="mt-3 text-ink-muted text-sm">{permission}</p>
        </header>
        {(["path", "query", "header"] as const).map((place) => (
          <Parameters
            key={place}
            place={place}
            parameters={parameters.filter((one) => one.in === place)}
            schemas={schemas}
          />
        ))}
        {body && (
          <Part title="Body">
            <SchemaFields schema={body} schemas={schemas} />
          </Part>
        )}
        <Part title="Answers">
          <ul className="divide-y">
            {answers.map(({ status, description: what, schema }) => (
              <li key={status} className="py-2 text-sm">
                <p className="flex gap-3">
                  <span className={status.startsWith("2") ? "font-mono text-success" : "font-mono text-failure"}>
                    {status}
                  </span>
                  <span>
                    <Inline text={what} />
                  </span>
                </p>
                {schema && status.startsWith("2") && (
                  <div className="mt-3 space-y-3">
                    <SchemaFields schema={schema} schemas={schemas} />
                    <BodyView
                      text={JSON.stringify(exampleOf(schema, schemas), null, 2)}
                      what="example"
                      note="example"
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Part>
      </div>
      <div className="min-w-0 xl:sticky xl:top-17 xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto xl:px-1">
        <TryIt key={id} operation={{ id, method, path, parameters }} bodyExample={bodyExample} {...rest} />
      </div>
    </article>
  );
}

const PLACES = { path: "Path", query: "Query", header: "Headers" };

type ParametersProps = { place: keyof typeof PLACES; parameters: Parameter[]; schemas: Schemas };

function Parameters({ place, parameters, schemas }: ParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <Part title={PLACES[place]}>
      <ul className="divide-y">
        {parameters.map(({ name, required, description, schema }) => (
          <li key={name} className="py-2">
            <FieldRow
              name={name}
              schema={description ? { ...schema, description } : schema}
              schemas={schemas}
              isRequired={required}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 border-b pb-2 font-medium text-base">{title}</h2>
      {children}
    </section>
  );
}
