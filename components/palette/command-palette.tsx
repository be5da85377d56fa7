"use client";

import { Command } from "cmdk";
import { Boxes, Compass, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { RotateSecretContent } from "@/components/endpoints/rotate-secret-dialog";
import { useSendTestEvent } from "@/components/endpoints/send-test-event";
import { useChangeEndpoint } from "@/components/endpoints/use-endpoint-state";
import { useGo } from "@/components/forms/unsaved-warning";
import { useSections } from "@/components/layout/use-sections";
import { EndpointActions } from "@/components/palette/endpoint-actions";
import { FoundEntries, RecentEntries } from "@/components/palette/found-entries";
import { GeneralActions } from "@/components/palette/general-actions";
import type { FoundEndpoint, PaletteEntry } from "@/components/palette/palette-entry";
import { PaletteGroup, PaletteItem } from "@/components/palette/palette-item";
import { outerPlaces, settingPlaces } from "@/components/palette/places";
import { findNamed, rankItem } from "@/components/palette/rank-item";
import { type EndpointVerb, readTyped } from "@/components/palette/read-typed";
import { keepRecent, loadRecent } from "@/components/palette/recent-entries";
import type { Found } from "@/components/palette/search-project";
import type { EarlyKeys } from "@/components/palette/use-early-keys";
import { useSearch } from "@/components/palette/use-search";
import { useMayIn, useMe } from "@/components/session/me";
import { Dialog } from "@/components/ui/dialog";

type CommandPaletteProps = {
  projectID: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was typed since it was opened. */
  takeEarlyKeys: () => EarlyKeys;
};

/** Reaches everything by typing: pages, settings, resources and people by name or id, and what can be done with them. */
export function CommandPalette({ projectID, open, onOpenChange, takeEarlyKeys }: CommandPaletteProps) {
  const { change } = useChangeEndpoint(projectID);
  const { mutate: sendTest } = useSendTestEvent(projectID);
  const [rotated, setRotated] = useState<FoundEndpoint | null>(null);
  const [active, setActive] = useState("");

  const run: Record<EndpointVerb, (endpoint: FoundEndpoint) => void> = {
    pause: (endpoint) => void change(endpoint, "pause"),
    resume: (endpoint) => void change(endpoint, "resume"),
    test: (endpoint) => sendTest(endpoint),
    rotate: setRotated,
  };

  return (
    <>
      <Command.Dialog
        open={open}
        onOpenChange={onOpenChange}
        label="Search and commands"
        filter={rankItem}
        value={active}
        onValueChange={setActive}
        overlayClassName="enter-fade fixed inset-0 z-40 bg-[#0b0d0f]/45"
        contentClassName="enter-up fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border bg-raised shadow-popover"
      >
        <PaletteContent
          projectID={projectID}
          takeEarlyKeys={takeEarlyKeys}
          onClose={() => onOpenChange(false)}
          onActive={setActive}
          onEndpoint={(verb, endpoint) => run[verb](endpoint)}
        />
      </Command.Dialog>
      <Dialog open={rotated !== null} onOpenChange={() => setRotated(null)}>
        {rotated && <RotateSecretContent projectID={projectID} endpoint={rotated} onDone={() => setRotated(null)} />}
      </Dialog>
    </>
  );
}

const NONE: readonly PaletteEntry[] = [];

type Choosing = { typed: string; pages: readonly string[]; onActive: (value: string) => void };

/**
 * What was found, none of it while an action is typed. Chooses what has the typed name: it comes later than the pages,
 * of which one is chosen by then.
 */
function useEntries(found: Found | undefined, { typed, pages, onActive }: Choosing): readonly PaletteEntry[] {
  const entries = (readTyped(typed).verb === null && found?.entries) || NONE;
  const named = findNamed(entries, typed, pages);
  useEffect(() => {
    if (named !== null) onActive(named);
  }, [named, onActive]);
  return entries;
}

type PaletteContentProps = {
  projectID: string;
  takeEarlyKeys: () => EarlyKeys;
  onClose: () => void;
  /** Chooses the item of this value. */
  onActive: (value: string) => void;
  onEndpoint: (verb: EndpointVerb, endpoint: FoundEndpoint) => void;
};

function PaletteContent({ projectID, takeEarlyKeys, onClose, onActive, onEndpoint }: PaletteContentProps) {
  const leaveFor = useGo();
  const me = useMe();
  const may = useMayIn(projectID);
  const sections = useSections(projectID);
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => (me ? loadRecent(projectID, me.uid) : []));
  const hasEventTypes = sections.some(({ path }) => path === "/event-types");
  const { data: found, error, isFetching } = useSearch(projectID, typed, hasEventTypes);
  const { verb } = readTyped(typed);
  const pages = sections.map(({ name }) => name);
  const entries = useEntries(found, { typed, pages, onActive });
  const home = `/projects/${projectID}`;

  const takeOver = (field: HTMLInputElement) => {
    const { text, isEntered } = takeEarlyKeys();
    if (text !== "") setTyped(text);
    // In the next task the list shows what the text finds.
    if (isEntered) setTimeout(() => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  };
  const act = (action: () => void) => {
    onClose();
    action();
  };
  const go = (address: string) => act(() => leaveFor(address));
  const openEntry = (entry: PaletteEntry) => {
    if (me) keepRecent(projectID, me.uid, entry);
    go(entry.address);
  };

  return (
    <>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        onFocus={({ currentTarget }) => takeOver(currentTarget)}
        placeholder="A name, an id, or what to do: pause orders"
        className="h-12 w-full border-b bg-transparent px-4 text-base outline-none"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-ink-muted text-sm">
          {isFetching ? "Searching…" : "Nothing has that name or id."}
        </Command.Empty>
        {typed.trim() === "" && <RecentEntries entries={recent} onOpen={openEntry} />}
        {typed.trim() !== "" && found && (
          <>
            <FoundEntries entries={entries} typed={typed} onOpen={openEntry} />
            <EndpointActions
              endpoints={found.endpoints}
              verb={verb}
              may={may}
              typed={typed}
              onChoose={(wanted, endpoint) => act(() => onEndpoint(wanted, endpoint))}
            />
          </>
        )}
        <PaletteGroup heading="Go to">
          {sections.map(({ name, path, icon, key }) => (
            <PaletteItem key={path} icon={icon} value={name} keys={`g ${key}`} onSelect={() => go(home + path)}>
              {name}
            </PaletteItem>
          ))}
          {outerPlaces(projectID, me?.is_owner ?? false).map(({ name, words, address }) => (
            <PaletteItem key={address} icon={Compass} value={name} words={[words]} onSelect={() => go(address)}>
              {name}
            </PaletteItem>
          ))}
        </PaletteGroup>
        <GeneralActions home={home} may={may} go={go} act={act} />
        <PaletteGroup heading="Settings">
          {settingPlaces(projectID).map(({ name, words, address }) => (
            <PaletteItem
              key={address}
              icon={SlidersHorizontal}
              value={name}
              words={[words]}
              onSelect={() => go(address)}
            >
              {name}
            </PaletteItem>
          ))}
        </PaletteGroup>
        <PaletteGroup heading="Projects">
          {me?.projects.map(({ uid, name, type }) => (
            <PaletteItem
              key={uid}
              icon={Boxes}
              value={`Project ${name} ${uid}`}
              words={["switch to"]}
              detail={uid === projectID ? "current" : type}
              onSelect={() => go(`/projects/${uid}`)}
            >
              {name}
            </PaletteItem>
          ))}
        </PaletteGroup>
      </Command.List>
      {error && (
        <p role="alert" className="border-t px-4 py-2 text-failure text-sm">
          The search failed: {error.message}
        </p>
      )}
    </>
  );
}
