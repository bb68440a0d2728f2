import { Suspense, useState } from "react";
import { CONSOLE_PATH } from "../../api/place.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import type { Entry } from "../../room/entry.ts";
import type { Media } from "../../room/media.ts";
import type { Visitor } from "../../room/visitor.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { answersOf, ConsentFields } from "./consent-fields.tsx";
import { DeviceFields } from "./device-fields.tsx";
import { ThroughServer } from "./inside.ts";
import { Preview } from "./preview.tsx";
import { texts } from "./texts.ts";

/** At the door: how one looks and sounds, what one agrees to, and what one is called. */
export function Arrive({ entry, visitor, media }: { entry: Entry; visitor: Visitor; media: Media }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { isMember, isKnown, meeting, preview } = visitor;
	const hosts = preview?.hosts ?? [];
	const hostedBy = hosts.length > 0 ? own.hostedBy(new Intl.ListFormat(format.tag).format(hosts)) : undefined;
	const [name, setName] = useState(visitor.name ?? "");
	// Where nothing is ever recorded, there is nothing to ask.
	const isAsked = meeting?.recordingPolicy.consent !== "disabled";
	const join = (values: Values) => entry.join({ name: name.trim(), consents: answersOf(values) });
	return (
		<main className="arrive">
			<Preview media={media} name={name} />
			<div>
				<Page
					title={(meeting ?? preview)?.title ?? own.join}
					lead={isMember && name !== "" ? own.asMember(name) : hostedBy}
				>
					{(meeting ?? preview)?.state === "scheduled" && <Notice kind="info">{own.early}</Notice>}
					<Form onSubmit={join}>
						{(busy) => (
							<>
								{!isKnown && (
									<TextField
										label={own.yourName}
										hint={own.nameHint}
										name="name"
										value={name}
										onInput={({ currentTarget: { value } }) => setName(value)}
										autoComplete="name"
										maxLength={128}
										required
									/>
								)}
								{isAsked && <ConsentFields />}
								<Suspense>
									<ThroughServer api={visitor.api} />
								</Suspense>
								<Button kind="primary" type="submit" icon="door" busy={busy}>
									{own.joinNow}
								</Button>
							</>
						)}
					</Form>
					{!isMember && (
						<p>
							{own.hasAccount} <a href={signInAddress()}>{own.signIn}</a>
						</p>
					)}
					<details className="arrive-devices">
						<summary>{own.devices}</summary>
						<DeviceFields media={media} />
					</details>
				</Page>
			</div>
		</main>
	);
}

/** The sign-in, which leads back here. The code stays in this tab: no address has it that reaches the server. */
export const signInAddress = (): string =>
	`${CONSOLE_PATH}/sign-in?next=${encodeURIComponent(`/meet/${location.pathname.split("/").at(-1)}`)}`;
