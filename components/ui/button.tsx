import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";
import { Slot, type SlotProps } from "@/components/ui/slot";

const buttonStyles = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded border font-medium transition-colors duration-[120ms] disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-ink text-ink-inverse hover:bg-ink/85",
        secondary: "border-line bg-canvas text-ink hover:border-line-strong hover:bg-hover",
        ghost: "border-transparent bg-transparent text-ink-muted hover:bg-hover hover:text-ink",
        danger: "border-transparent bg-failure-solid text-[#fff] hover:bg-failure-solid/85",
      },
      size: {
        sm: "h-7 px-2 text-sm pointer-coarse:h-10 pointer-coarse:px-3",
        md: "h-8 px-3 text-sm pointer-coarse:h-10",
        icon: "size-8 p-0 pointer-coarse:size-10",
        "icon-sm": "size-7 p-0 pointer-coarse:size-10",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyles> & {
    /** Draws the button as its only child, such as a link. */
    asChild?: boolean;
    /** Shows that the action is in progress and ignores further clicks, without changing the button's size or name. */
    pending?: boolean;
  };

export function Button({ variant, size, asChild, pending, className, children, ...props }: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot className={classes} {...(props as SlotProps)}>
        {children}
      </Slot>
    );
  }
  return (
    <button type="button" {...props} disabled={props.disabled || pending} aria-busy={pending} className={classes}>
      {pending ? <PendingContent>{children}</PendingContent> : children}
    </button>
  );
}

function PendingContent({ children }: { children: React.ReactNode }) {
  return (
    <span className="relative inline-flex items-center gap-1.5">
      <span className="inline-flex items-center gap-1.5 opacity-25">{children}</span>
      <LoaderCircle className="absolute inset-0 m-auto animate-spin" aria-hidden />
    </span>
  );
}
