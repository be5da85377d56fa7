import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import { ShortID } from "@/components/ids/short-id";
import { FindingText, Verdict } from "@/components/signatures/verdict";
import type { SignatureDiagnosis } from "@/lib/nouns/endpoints/signature-schemas";

type Scheme = SignatureDiagnosis["schemes"][number];

const NAMES: Record<Scheme["scheme"], string> = {
  standard_webhooks: "Standard Webhooks headers",
  signature_header: "The project's signature header",
};

const LOOKS = {
  valid: { Icon: CircleCheck, word: "right", style: "text-success" },
  invalid: { Icon: CircleX, word: "wrong", style: "text-failure" },
  not_received: { Icon: CircleMinus, word: "not received", style: "text-ink-muted" },
} as const;

/** What the doctor found: the answer first, then each way of signing, then where the body differs. */
export function Diagnosis({ diagnosis }: { diagnosis: SignatureDiagnosis }) {
  return (
    <>
      <Verdict isRight={diagnosis.valid}>{diagnosis.message}</Verdict>
      <ul className="divide-y rounded border">
        {diagnosis.schemes.map((scheme) => (
          <SchemeRow key={scheme.scheme} scheme={scheme} />
        ))}
      </ul>
      {diagnosis.body && <BodyDifference body={diagnosis.body} />}
    </>
  );
}

function SchemeRow({ scheme: { scheme, verdict, findings } }: { scheme: Scheme }) {
  const { Icon, word, style } = LOOKS[verdict];
  return (
    <li className="flex gap-2 px-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${style}`} />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">
          {NAMES[scheme]}: {word}
        </p>
        {findings.map(({ code, message, secret_id }) => (
          <FindingText key={code + message}>
            {message} {secret_id && <ShortID id={secret_id} what="secret id" />}
          </FindingText>
        ))}
      </div>
    </li>
  );
}

function BodyDifference({ body }: { body: NonNullable<SignatureDiagnosis["body"]> }) {
  return (
    <section aria-label="Difference of the bodies" className="space-y-2">
      <p>
        The first difference is in line {body.line}, column {body.column} (byte {body.offset}).
      </p>
      <dl className="divide-y rounded border bg-sunken font-mono">
        {(["sent", "received"] as const).map((side) => (
          <div key={side} className="grid grid-cols-[5rem_1fr] px-3 py-1.5">
            <dt className="text-ink-muted">{side}</dt>
            <dd className="break-all">{body[side] || "(the end)"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
