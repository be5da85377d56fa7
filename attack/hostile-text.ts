/**
 * A text that breaks out of any context: attributes, text areas, scripts, styles, comments, templates. If it becomes
 * markup anywhere, an element with `data-xss` is in the page; if it runs, `window.__xss` shows it.
 */
export function hostile(field: string): string {
  const mark = field.replace(/\W/g, "-");
  const run = `(window.__xss=window.__xss||[]).push('${mark}')`;
  return `"'\`--></title></style></textarea></script><img data-xss=${mark} src=x onerror="${run}"><script data-xss=${mark}>${run}</script>{{constructor.constructor("${run}")()}}`;
}

/** Media types that a browser runs or renders, in spellings that a filter may miss. */
export const ACTIVE_TYPES: readonly string[] = [
  ...["text/html", "TEXT/HTML", "text/html; charset=utf-8", "text/html;charset=utf-7", "application/xhtml+xml"],
  ...["image/svg+xml", "text/xml", "application/xml", "application/rss+xml", "application/atom+xml", "text/xsl"],
  ...["multipart/x-mixed-replace", "text/javascript", "application/javascript", "application/pdf", "text/css"],
  ...["application/x-shockwave-flash", "text/cache-manifest", "message/rfc822", "application/mathml+xml", "x/x"],
];

/** Addresses whose answers repeat their own text. */
export function reflecting(home: string, mask: string): string[] {
  const text = encodeURIComponent(hostile("an address"));
  return [
    ...["/sign-in?error=", "/sign-in?next=", "/invite?token=", "/setup?token=", "/docs/", "/projects/"].map(
      (at) => at + text,
    ),
    ...["/deliveries?status=", "/events?q=", "/events?body=", "/deliveries?eventId=", "/endpoints?q="].map(
      (at) => home + at + text,
    ),
    ...[`${home}/endpoints/`, `${home}/audit/`, "/v1/projects/", "/v1/", "/ingest/", `/ingest/${mask}?crc_token=`].map(
      (at) => at + text,
    ),
    "/sign-in?next=javascript:window.__xss=[1]",
    "/api/auth/error?error=%3Cscript%3Ewindow.__xss=[1]%3C/script%3E",
    "/api/auth/signin?callbackUrl=javascript:window.__xss=[1]",
  ];
}
