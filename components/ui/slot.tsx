import { cloneElement, type HTMLAttributes, isValidElement, type ReactElement, type ReactNode, type Ref } from "react";

type Props = Record<string, unknown>;

export type SlotProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> | undefined; children?: ReactNode };

/** Gives its properties to its only child, whose own come first: both classes hold, and both handlers are called. */
export function Slot({ children, ...given }: SlotProps) {
  if (!isValidElement(children)) return children;
  const child = children as ReactElement<Props>;
  const merged: Props = { ...given };
  for (const [name, own] of Object.entries(child.props)) merged[name] = join(name, own, merged[name]);
  return cloneElement(child, merged);
}

function join(name: string, own: unknown, given: unknown): unknown {
  if (own === undefined) return given;
  if (given === undefined) return own;
  if (name === "className") return `${String(given)} ${String(own)}`;
  if (name === "ref") return joinRefs(own as Ref<HTMLElement>, given as Ref<HTMLElement>);
  if (typeof own === "function" && typeof given === "function" && /^on[A-Z]/.test(name)) {
    return (...args: unknown[]) => {
      (own as (...args: unknown[]) => unknown)(...args);
      (given as (...args: unknown[]) => unknown)(...args);
    };
  }
  return own;
}

function joinRefs(...refs: Ref<HTMLElement>[]) {
  return (node: HTMLElement | null) => {
    for (const ref of refs) {
      if (typeof ref === "function") ref(node);
      else if (ref) ref.current = node;
    }
  };
}
