"use client";

import { useQuery } from "@tanstack/react-query";
import { ChangePasswordForm } from "@/components/account/change-password-form";
import { NameForm } from "@/components/account/name-form";
import { OwnSessions } from "@/components/account/own-sessions";
import { ZoneSelect } from "@/components/account/zone-select";
import { DetailState } from "@/components/data/detail-state";
import { Section } from "@/components/forms/section";
import { PageHeader } from "@/components/layout/page-header";
import { meRead } from "@/components/session/me";

const BACK = { href: "/projects", name: "Projects" };

/** The signed-in person's own settings, independent of the project. */
export function AccountPage() {
  const result = useQuery(meRead);
  return (
    <DetailState noun="account" back={BACK} result={result}>
      {(me) => (
        <>
          <PageHeader title="Your account" note={me.email} back={BACK} />
          <div className="max-w-[720px] px-4 pb-12 md:px-6">
            <Section title="Name" why="What others see beside what you did.">
              <NameForm key={me.name} name={me.name} />
            </Section>
            <Section
              title="Password"
              why={
                me.has_password
                  ? "Changing it signs you out everywhere else."
                  : "You sign in at your identity provider; there is no password here."
              }
            >
              {me.has_password && <ChangePasswordForm email={me.email ?? ""} />}
            </Section>
            <div id="times">
              <Section title="Times" why="The zone in which this browser shows and takes times. Exact ones name it.">
                <ZoneSelect />
              </Section>
            </div>
            <Section
              title="Sessions"
              why="The browsers in which you are signed in. End those that you left somewhere, lost or do not know."
            >
              <OwnSessions />
            </Section>
          </div>
        </>
      )}
    </DetailState>
  );
}
