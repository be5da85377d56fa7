import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateKeyPair, toPrivateKey } from "@/lib/signing/key-pairs";
import { generateSecret, toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";
import { verifyWebhook } from "@/public/verify/verify";

type Request = { secret: string; headers: Record<string, string>; body: string };

const now = Math.floor(Date.now() / 1000);
const BODY = Buffer.from('{"note":"größer"}');
const [secret, older] = [generateSecret(), "a secret that somebody typed"];

const [pair, olderPair] = [generateKeyPair(), generateKeyPair()];

async function sign(keys: string[], { at = now, body = BODY, by = secret } = {}): Promise<Request> {
  const toSigner = (key: string) => (key.startsWith("whsk_") ? toPrivateKey(key) : toKey(key));
  const headers = await signStandard("msg_1", at, BODY, keys.map(toSigner));
  return { secret: by, headers: { ...headers }, body: body.toString("base64") };
}

/** Each language's snippet in a program that reads a request from its input and prints accepted or refused. */
const PROGRAMS: Record<string, { run: string[]; files: Record<string, string> }> = {
  python3: {
    run: ["python3", "main.py"],
    files: {
      "main.py": `
import base64, json, sys
from verify import verify_webhook
request = json.load(sys.stdin)
try:
    verify_webhook(request["secret"], request["headers"], base64.b64decode(request["body"]))
    print("accepted")
except ValueError:
    print("refused")
`,
    },
  },
  go: {
    run: ["go", "run", "./main"],
    files: {
      "go.mod": "module webhooks\n\ngo 1.19\n",
      "main/main.go": `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"webhooks"
)

func main() {
	var request struct {
		Secret  string
		Headers map[string]string
		Body    []byte
	}
	if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range request.Headers {
		headers.Set(name, value)
	}
	if webhooks.Verify(request.Secret, headers, request.Body) == nil {
		fmt.Println("accepted")
	} else {
		fmt.Println("refused")
	}
}
`,
    },
  },
  ruby: {
    run: ["ruby", "main.rb"],
    files: {
      "main.rb": `
require "json"
require_relative "verify"
request = JSON.parse($stdin.read)
begin
  verify_webhook(request["secret"], request["headers"], request["body"].unpack1("m"))
  puts "accepted"
rescue ArgumentError
  puts "refused"
end
`,
    },
  },
  php: {
    run: ["php", "main.php"],
    files: {
      "main.php": `<?php
require 'verify.php';
$request = json_decode(stream_get_contents(STDIN), true);
try {
    verify_webhook($request['secret'], $request['headers'], base64_decode($request['body']));
    echo "accepted";
} catch (InvalidArgumentException) {
    echo "refused";
}
`,
    },
  },
};

function holdToRules(verify: (request: Request) => string, { knowsEd25519 = true } = {}): void {
  it("accepts what is signed, by any live secret", async () => {
    expect(verify(await sign([secret]))).toBe("accepted");
    expect(verify(await sign([older, secret]))).toBe("accepted");
    expect(verify(await sign([secret, older], { by: older }))).toBe("accepted");
  });

  it("refuses another body, another secret, and what is signed in no way", async () => {
    expect(verify(await sign([secret], { body: Buffer.from("{}") }))).toBe("refused");
    expect(verify(await sign([secret], { by: generateSecret() }))).toBe("refused");
    expect(verify({ ...(await sign([secret])), headers: {} })).toBe("refused");
    expect(verify(await sign([]))).toBe("refused");
  });

  it("refuses a timestamp beyond five minutes, of the past or of the future", async () => {
    expect(verify(await sign([secret], { at: now - 400 }))).toBe("refused");
    expect(verify(await sign([secret], { at: now + 1_000 }))).toBe("refused");
  });

  it.skipIf(!knowsEd25519)("accepts by a public key what a key pair signed, also beside a secret", async () => {
    const by = pair.publicKey;
    expect(verify(await sign([pair.privateKey], { by }))).toBe("accepted");
    expect(verify(await sign([secret, olderPair.privateKey, pair.privateKey], { by }))).toBe("accepted");
    expect(verify(await sign([secret, pair.privateKey]))).toBe("accepted");
  });

  it.skipIf(!knowsEd25519)("refuses by a public key another body, another pair, and a digest by its text", async () => {
    const by = pair.publicKey;
    expect(verify(await sign([pair.privateKey], { by, body: Buffer.from("{}") }))).toBe("refused");
    expect(verify(await sign([olderPair.privateKey], { by }))).toBe("refused");
    expect(verify(await sign([by], { by }))).toBe("refused");
    expect(verify(await sign([pair.privateKey], { by, at: now - 400 }))).toBe("refused");
    const { headers, ...rest } = await sign([pair.privateKey], { by });
    const cut = headers["webhook-signature"]?.slice(0, -8) ?? "";
    expect(verify({ ...rest, headers: { ...headers, "webhook-signature": cut } })).toBe("refused");
    expect(verify(await sign([pair.privateKey]))).toBe("refused");
  });
}

describe("the snippet in TypeScript", () => {
  holdToRules(({ secret: by, headers, body }) => {
    try {
      verifyWebhook(by, headers, Buffer.from(body, "base64"));
      return "accepted";
    } catch {
      return "refused";
    }
  });
});

describe.each(Object.entries(PROGRAMS))("the snippet for %s", (name, { run: [command = "", ...rest], files }) => {
  const version = name === "go" ? "version" : "--version";
  if (spawnSync(command, [version]).status !== 0) {
    console.log(`skipped: the snippet for ${name}: this machine has no ${command}.`);
    it.skip(`needs ${command}`, () => {});
    return;
  }
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "hookyard-snippet-"));
    cpSync("public/verify", folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const knowsEd25519 = name !== "python3" || spawnSync(command, ["-c", "import cryptography"]).status === 0;
  if (!knowsEd25519) console.log("skipped: public keys in python3: this machine has no cryptography.");
  holdToRules(
    (request) => execFileSync(command, rest, { cwd: folder, input: JSON.stringify(request), encoding: "utf8" }).trim(),
    { knowsEd25519 },
  );
});
