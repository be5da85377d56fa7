"use client";

import { useSearchParams } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { CommandBlock } from "@/components/code/command-block";
import { toCurl } from "@/components/code/curl";
import { buildRequest, firstValues } from "@/components/docs/build-request";
import { useDocsKey } from "@/components/docs/docs-key";
import type { Operation, Parameter } from "@/components/docs/reference";
import { type TriedAnswer, TryAnswer } from "@/components/docs/try-answer";
import { TryInput } from "@/components/docs/try-input";
import { Button } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/input";

export type TryItProps = {
  operation: Pick<Operation, "id" | "method" | "path" | "parameters">;
  bodyExample: string | null;
  /** The base of /v1, for commands. The page itself requests its own origin. */
  server: string;
  /** The projects of the signed-in person, to choose from. */
  projects: { uid: string; name: string }[];
  isSignedIn: boolean;
};

/** Sends the operation as the signed-in person or with a key, and shows it as a curl command. */
export function TryIt({ operation, bodyExample, server, projects, isSignedIn }: TryItProps) {
  const { method, path, parameters } = operation;
  const { key, setKey } = useDocsKey();
  const chosen = useSearchParams().get("project") ?? projects[0]?.uid ?? "";
  const [filled, setFilled] = useState<Record<string, string>>(() => ({
    ...firstValues(parameters),
    projectID: chosen,
  }));
  const [body, setBody] = useState(bodyExample ?? "");
  const [answer, setAnswer] = useState<TriedAnswer | null>(null);
  const [isPending, setPending] = useState(false);
  const bodyID = useId();

  const required = parameters.filter((one) => one.required);
  const optional = parameters.filter((one) => !one.required);
  const parts = { method, path, parameters, filled, body };
  const request = buildRequest({ server, ...parts });
  const command = toCurl({
    ...request,
    headers: { Authorization: `Bearer ${key || "<API_KEY>"}`, ...request.headers },
  });
  const isWaiting = required.some(({ name }) => !filled[name]?.trim());

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setAnswer(await ask(buildRequest({ server: "", ...parts }), key.trim()));
    setPending(false);
  };

  const input = (parameter: Parameter) => (
    <TryInput
      key={parameter.name}
      parameter={parameter}
      projects={projects}
      value={filled[parameter.name] ?? ""}
      onChange={(value) => setFilled({ ...filled, [parameter.name]: value })}
    />
  );

  return (
    <div className="space-y-6">
      <section aria-label="As a command">
        <h2 className="mb-2 font-medium text-base">As a command</h2>
        <CommandBlock command={command} what="as curl" />
      </section>
      <section aria-label="Try it">
        <h2 className="mb-2 font-medium text-base">Try it</h2>
        <form method="post" onSubmit={(event) => void send(event)} className="space-y-3">
          <KeyInput value={key} onChange={setKey} isSignedIn={isSignedIn} />
          {required.map(input)}
          {optional.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer rounded font-medium text-sm">
                Optional parameters ({optional.length})
              </summary>
              <div className="space-y-3 pt-3">{optional.map(input)}</div>
            </details>
          )}
          {bodyExample !== null && (
            <div>
              <label htmlFor={bodyID} className="mb-1 block font-medium text-sm">
                Body
              </label>
              <Textarea
                id={bodyID}
                rows={Math.min(16, body.split("\n").length + 1)}
                spellCheck={false}
                value={body}
                onChange={(event) => setBody(event.target.value)}
                className="font-mono"
              />
            </div>
          )}
          <Button
            type="submit"
            variant={method === "delete" ? "danger" : "primary"}
            pending={isPending}
            disabled={isWaiting}
          >
            Send {method.toUpperCase()}
          </Button>
        </form>
      </section>
      {answer && <TryAnswer answer={answer} />}
    </div>
  );
}

type KeyInputProps = { value: string; onChange: (value: string) => void; isSignedIn: boolean };

function KeyInput({ value, onChange, isSignedIn }: KeyInputProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        API key
      </label>
      <Input
        id={id}
        type="password"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${id}-help`}
        className="font-mono"
      />
      <p id={`${id}-help`} className="mt-1 text-ink-muted text-sm">
        {isSignedIn
          ? "Left empty, your own session asks. The key is forgotten when this page is closed."
          : "The key is forgotten when this page is closed."}
      </p>
    </div>
  );
}

async function ask(request: ReturnType<typeof buildRequest>, key: string): Promise<TriedAnswer> {
  const { method, url, headers, body } = request;
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(key !== "" && { Authorization: `Bearer ${key}` }) },
      // With a key, its own permissions are tested, not the session's.
      credentials: key === "" ? "same-origin" : "omit",
      cache: "no-store",
      ...(body !== "" && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      ms: performance.now() - startedAt,
      headers: Object.fromEntries(response.headers),
      text,
    };
  } catch {
    return { status: 0, ms: performance.now() - startedAt, headers: {}, text: "" };
  }
}
