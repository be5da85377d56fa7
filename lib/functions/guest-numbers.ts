import { MAX_BIGINT_LENGTH } from "@/lib/functions/number-forms";

/**
 * The part of the guest that reads and writes JSON so that numbers survive it: `createNumbers` gives `read` and `write`
 * for one call. `write` writes a number whose value is unchanged as it came: known by its name and value (`number-names.ts`),
 * or, where such numbers are written in several ways, by the object or array that it is in, else by its path.
 *
 * It stands inside of the guest's function, and uses only what was there before any user's code.
 */
export const GUEST_NUMBERS = `
  const { parse, stringify, rawJSON, isRawJSON } = JSON;
  const { is, hasOwn } = Object;
  const { isArray } = Array;
  const { isSafeInteger } = Number;
  const { get, set } = WeakMap.prototype;
  const { exec } = RegExp.prototype;
  const { toString: toDigits } = BigInt.prototype;
  const NativeWeakMap = WeakMap;
  const toBigInt = BigInt;
  const NOTHING = { __proto__: null };
  const toRaw = (big) => rawJSON(apply(toDigits, big, []));

  Object.defineProperty(BigInt.prototype, "toJSON", {
    value() {
      return toRaw(this);
    },
    writable: true,
    configurable: true,
    enumerable: false,
  });
  // A replacer is to see the BigInt, not what it is written as.
  JSON.stringify = function (value, replacer, space) {
    if (typeof replacer !== "function") return stringify(value, replacer, space);
    return stringify(
      value,
      function (key, shown) {
        const own = isRawJSON(shown) && typeof this[key] === "bigint" ? this[key] : shown;
        const replaced = apply(replacer, this, [key, own]);
        return typeof replaced === "bigint" ? toRaw(replaced) : replaced;
      },
      space,
    );
  };

  const WHOLE = /^-?[0-9]+$/;

  function createNumbers(form, described) {
    const { names, isAmbiguous, hasBigWholes } = parse(described);
    // By object or array and key, how a number is written; kept only where its name and value do not tell.
    const sources = new NativeWeakMap();
    let text = "";
    let pristine;

    const isBig = (value, source) => !isSafeInteger(value) && source.length <= ${MAX_BIGINT_LENGTH} && apply(exec, WHOLE, [source]) !== null;
    function revive(key, value, context) {
      if (typeof value !== "number") return value;
      const { source } = context;
      if (form === "exact" && isBig(value, source)) return toBigInt(source);
      if (isAmbiguous) {
        const known = apply(get, sources, [this]);
        if (known === undefined) apply(set, sources, [this, { __proto__: null, [key]: source }]);
        else known[key] = source;
      }
      return value;
    }
    function read(json) {
      text = json;
      return isAmbiguous || (form === "exact" && hasBigWholes) ? parse(json, revive) : parse(json);
    }

    // What was at the path of a frame, in a copy that no function has seen.
    function twinOf(frame) {
      if (frame.twin === undefined) {
        let twin;
        if (frame.up === null) twin = pristine ??= parse('{"":' + text + "}", revive);
        else {
          const above = twinOf(frame.up);
          twin = hasOwn(above, frame.key) ? above[frame.key] : null;
        }
        frame.twin = typeof twin === "object" && twin !== null ? twin : NOTHING;
      }
      return frame.twin;
    }
    function findByPlace(frame, key, value) {
      const known = apply(get, sources, [frame.holder])?.[key];
      if (known !== undefined && is(+known, value)) return known;
      const before = apply(get, sources, [twinOf(frame)])?.[key];
      return before !== undefined && is(+before, value) ? before : undefined;
    }

    function write(value) {
      let frame = null;
      return stringify(value, function (key, shown) {
        if (typeof shown === "string") return shown;
        if (isAmbiguous) {
          frame ??= { __proto__: null, holder: this, key: "", twin: undefined, up: null };
          while (frame.holder !== this) frame = frame.up;
        }
        if (typeof shown === "number") {
          const text = is(shown, -0) ? "-0" : toText(shown);
          let source = names[text + (isArray(this) ? " []" : " " + key)];
          if (source === null) source = findByPlace(frame, key, shown);
          else if (source === undefined) source = names[text] ?? undefined;
          return source === undefined ? shown : rawJSON(source);
        }
        if (typeof shown === "bigint") return toRaw(shown);
        if (isAmbiguous && typeof shown === "object" && shown !== null) {
          frame = { __proto__: null, holder: shown, key, twin: undefined, up: frame };
        }
        return shown;
      });
    }
    return { read, write };
  }
`;
