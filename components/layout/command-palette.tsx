"use client";

import { Command } from "cmdk";
import { BookOpen, Boxes, Inbox, type LucideIcon, Plus, Send } from "lucide-react";
import { useState } from "react";
import { useGo } from "@/components/forms/unsaved-warning";
import { isUuid } from "@/components/ids/id-text";
import { useSections } from "@/components/layout/use-sections";
import { useMay, useMe } from "@/components/session/me";
import { Kbd } from "@/components/ui/kbd";

type CommandPaletteProps = { projectID: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Reaches everything by typing: the parts of the project, create actions, other projects, and any pasted id. */
export function CommandPalette({ projectID, open, onOpenChange }: CommandPaletteProps) {
  const leaveFor = useGo();
  const sections = useSections(projectID);
  const me = useMe();
  const mayMake = useMay(projectID, "administer");
  const [typed, setTyped] = useState("");
  const id = typed.trim();
  const home = `/projects/${projectID}`;

  const go = (address: string) => {
    onOpenChange(false);
    setTyped("");
    leaveFor(address);
  };

  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search and commands"
      overlayClassName="enter-fade fixed inset-0 z-40 bg-[#0b0d0f]/45"
      contentClassName="enter-up fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border bg-raised shadow-popover"
    >
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Go to a page, or paste the id of a delivery or event"
        className="h-12 w-full border-b bg-transparent px-4 text-base outline-none"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-ink-muted text-sm">Nothing has that name.</Command.Empty>
        {isUuid(id) && (
          <Group heading="This id">
            <Item icon={Send} value={`delivery ${id}`} onSelect={() => go(`${home}/deliveries/${id}`)}>
              Open the delivery
            </Item>
            <Item icon={Inbox} value={`event ${id}`} onSelect={() => go(`${home}/events/${id}`)}>
              Open the event
            </Item>
            <Item
              icon={Send}
              value={`deliveries of event ${id}`}
              onSelect={() => go(`${home}/deliveries?eventId=${id}`)}
            >
              Deliveries of the event
            </Item>
          </Group>
        )}
        <Group heading="Go to">
          {sections.map(({ name, path, icon, key }) => (
            <Item key={path} icon={icon} value={name} keys={`g ${key}`} onSelect={() => go(home + path)}>
              {name}
            </Item>
          ))}
          <Item icon={BookOpen} value="API reference docs" onSelect={() => go(`/docs?project=${projectID}`)}>
            API reference
          </Item>
        </Group>
        {mayMake && (
          <Group heading="Make">
            {["source", "endpoint", "subscription"].map((noun) => (
              <Item key={noun} icon={Plus} value={`Create ${noun}`} onSelect={() => go(`${home}/${noun}s/new`)}>
                Create {noun}
              </Item>
            ))}
          </Group>
        )}
        <Group heading="Projects">
          {me?.projects.map(({ uid, name }) => (
            <Item key={uid} icon={Boxes} value={`Project ${name} ${uid}`} onSelect={() => go(`/projects/${uid}`)}>
              {name}
            </Item>
          ))}
        </Group>
      </Command.List>
    </Command.Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-muted [&_[cmdk-group-heading]]:text-sm"
    >
      {children}
    </Command.Group>
  );
}

type ItemProps = { icon: LucideIcon; value: string; keys?: string; onSelect: () => void; children: React.ReactNode };

function Item({ icon: Icon, value, keys, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded px-2.5 text-sm data-[selected=true]:bg-hover pointer-coarse:h-11"
    >
      <Icon aria-hidden className="size-4 text-ink-muted" strokeWidth={1.75} />
      {children}
      {keys && (
        <span className="ml-auto flex gap-1 max-md:hidden">
          {keys.split(" ").map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
