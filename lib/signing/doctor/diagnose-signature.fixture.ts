import { diagnoseSignature } from "@/lib/signing/doctor/diagnose-signature";
import type { KnownSecret } from "@/lib/signing/doctor/digests";
import type { Case, SignatureSettings } from "@/lib/signing/doctor/findings";
import { DEFAULT_SIGNATURE_FORMAT, signAdvanced, signSimple } from "@/lib/signing/hookyard-signature";
import { signStandard } from "@/lib/signing/standard-webhooks";

export const AT = new Date("2027-01-31T12:00:00Z");
export const SECONDS = AT.getTime() / 1000;
export const BODY = Buffer.from('{"type":"invoice.paid","path":"a/b","note":"größer","n":[1,{"a":{}}]}');
export const OWN = "x-hookyard-signature";

const secret = (id: string, endsAt: Date | null = null): KnownSecret => ({
  id,
  key: Buffer.from(`the key of ${id}`),
  createdAt: new Date("2027-01-01T00:00:00Z"),
  endsAt,
});
export const live = secret("live");
export const ended = secret("ended", new Date("2027-01-30T00:00:00Z"));
export const stranger = secret("stranger");
export const settings: SignatureSettings = { header: OWN, format: DEFAULT_SIGNATURE_FORMAT, isAdvanced: true };
export const plain: SignatureSettings = { ...settings, isAdvanced: false };

type Signing = { body?: Buffer; by?: KnownSecret; seconds?: number; settings?: SignatureSettings };

export async function sign({ body = BODY, by = live, seconds = SECONDS, settings: how = settings }: Signing = {}) {
  const own = how.isAdvanced
    ? await signAdvanced(seconds, body, [by.key], how.format)
    : await signSimple(body, by.key, how.format);
  return { ...(await signStandard("msg_1", seconds, body, [by.key])), [how.header]: own } as Record<string, string>;
}

export async function diagnose(headers: Record<string, string>, more: Partial<Case> & { body?: Buffer } = {}) {
  const { body = BODY, ...rest } = more;
  return diagnoseSignature({
    received: { headers, body, at: AT },
    secrets: [live, ended],
    keyPairs: [],
    settings,
    sent: null,
    ...rest,
  });
}

/** The codes of the Standard Webhooks headers and of the project's own. */
export async function codes(...given: Parameters<typeof diagnose>) {
  const { schemes } = await diagnose(...given);
  return schemes.map(({ findings }) => findings.map(({ code }) => code).join(" "));
}

export const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
