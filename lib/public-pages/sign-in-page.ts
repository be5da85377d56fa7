import { raw } from "hono/html";
import { z } from "zod";
import { SignIn } from "@/lib/nouns/users/schemas";
import { icon } from "@/lib/public-pages/frame";
import { type Markup, markup } from "@/lib/public-pages/markup";
import { runSignIn } from "@/lib/public-pages/sign-in-script";
import { SIGN_IN_STYLE } from "@/lib/public-pages/sign-in-style";
import { COLOURS } from "@/lib/public-pages/style";

export type SignInPage = {
  /** The address to go to after it: a path of ours. */
  next: string;
  /** What was refused before, if anything was. */
  refusal: string | null;
  /** The identity providers of this installation. */
  providers: readonly { id: string; name: string }[];
  /** The reader's choice; null follows their system. */
  theme: "light" | "dark" | null;
  /** By which the page's policy allows its script and its style sheet. */
  nonce: string;
};

/** Said where an identity provider is away, or answers what it should not. */
export const PROVIDER_FAILED = "Signing in there did not work. Try again; the log of the server says why.";

const LOGO = raw(
  `<svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="5" fill="var(--ink)" stroke="none"/><path d="M8 5v8.25a4.25 4.25 0 0 0 8.5 0V12m-2.6 2.2 2.6-2.6 2.6 2.6" stroke="var(--canvas)"/><circle cx="8" cy="5.4" r="1.6" fill="var(--accent)" stroke="none"/></svg>`,
);

/**
 * The page where one signs in: HTML without React, so that nobody waits for the 149 kB of script that React and Next.js
 * are, least of all at 3 a.m. on a phone.
 */
export function signInPage({ next, refusal, providers, theme, nonce }: SignInPage): string {
  return markup`<!doctype html>
<html lang="en" class="${theme ?? ""}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${["light", "dark"].map((scheme) => markup`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${canvasOf(scheme)}">`)}
<title>Sign in · Hookyard</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any">
<link rel="preload" href="/catalogue/fonts/sans.woff2" as="font" type="font/woff2" crossorigin>
<style nonce="${nonce}">${raw(SIGN_IN_STYLE)}</style>
</head>
<body>
<main>
<p class="name">${LOGO}Hookyard</p>
<h1>Sign in</h1>
${refusal === null ? "" : callout(refusal)}
<form method="post" novalidate aria-label="Sign in" data-next="${next}" data-failed="${PROVIDER_FAILED}">
${field("email", "Email", { autocomplete: "username", isFirst: true })}
${field("password", "Password", { autocomplete: "current-password" })}
<p id="scriptless" class="wrong">Signing in needs JavaScript. Allow it for this page and load it again.</p>
<button class="button primary"><span>Sign in</span></button>
</form>
${providers.length === 0 ? "" : markup`<div class="providers">${providers.map(({ id, name }) => markup`<button class="button" type="button" data-provider="${id}"><span>Continue with ${name}</span></button>`)}</div>`}
<template>${callout("")}</template>
</main>
<script nonce="${nonce}">(${raw(runSignIn.toString())})()</script>
</body>
</html>
`.toString();
}

/** What the form's rules say of fields that are empty. */
const MISSING = z.flattenError(SignIn.safeParse({ email: "", password: "" }).error as z.ZodError<SignIn>).fieldErrors;

type FieldRest = { autocomplete: string; isFirst?: boolean };

function field(name: keyof SignIn, label: string, { autocomplete, isFirst }: FieldRest): Markup {
  return markup`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${name}" autocomplete="${autocomplete}"${isFirst ? raw(" autofocus") : ""}>
<p id="${name}-wrong" class="wrong" hidden>${MISSING[name]}</p></div>`;
}

function callout(message: string): Markup {
  return markup`<div class="callout" role="alert">${icon("refused")}<p>${message}</p></div>`;
}

/** One of the two colours of the page behind all. */
function canvasOf(scheme: string): string {
  const [light = "", dark = ""] = COLOURS.canvas.match(/#\w+/g) ?? [];
  return scheme === "dark" ? dark : light;
}
