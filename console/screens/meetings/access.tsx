import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, type Item, outdate, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { JoinLink, type JoinLinkChange, JoinLinkDialog } from "./join-link.tsx";
import { keptUntil } from "./kept-until.ts";
import { texts } from "./texts.ts";

type Meeting = Answer<"/meetings/{meetingId}">;
type Hold = Item<"/orgs/{orgId}/legal-holds">;

const HOLDS = "/orgs/{orgId}/legal-holds";

/** Who may see a meeting and what was made of it, until when, and what keeps it longer. */
export function AccessDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
	const { orgId, workspaceId, id: meetingId } = meeting;
	const own = useOwnTexts(texts);
	const may = useMay();
	const [open, setOpen] = useState<"place" | JoinLinkChange | { release: Hold } | null>(null);
	const all = useQuery({
		...read(HOLDS, { path: { orgId }, query: { limit: 200 } }),
		enabled: may("org:admin"),
	}).data;
	const holds = (all ?? []).filter(
		(hold) =>
			hold.state === "active" &&
			(hold.scope === "organization" || hold.meetingId === meetingId || hold.workspaceId === workspaceId),
	);
	const back = () => setOpen(null);

	if (open === "renew" || open === "withdraw") return <JoinLinkDialog meeting={meeting} change={open} onClose={back} />;
	if (open === "place") return <PlaceHoldDialog meeting={meeting} onClose={back} />;
	if (open !== null)
		return (
			<ConfirmDialog
				title={own.releaseTitle(open.release.name)}
				text={own.releaseText}
				action={own.release}
				onConfirm={async () => {
					const params = { path: { orgId, holdId: open.release.id } };
					await unwrap(api.POST("/orgs/{orgId}/legal-holds/{holdId}/release", { params, body: {} }));
					await outdate(HOLDS);
				}}
				onClose={back}
			/>
		);
	return (
		<Dialog title={own.access} onClose={onClose}>
			<div className="access">
				<Access meeting={meeting} />
				{meeting.access === "link" && <JoinLink meeting={meeting} onChange={setOpen} />}
				<section>
					<h3>{own.keptUntil}</h3>
					<Periods meeting={meeting} isHeld={holds.length > 0} />
				</section>
				{may("org:admin") && (
					<section>
						<h3>{own.holds}</h3>
						{holds.length === 0 && <p>{own.noHold}</p>}
						<ul>
							{holds.map((hold) => (
								<li key={hold.id}>
									<span>
										<strong>{hold.name}</strong>
										<small>{own.holdScopes[hold.scope]}</small>
									</span>
									{hold.scope === "meeting" && (
										<Button onClick={() => setOpen({ release: hold })}>{own.release}</Button>
									)}
								</li>
							))}
						</ul>
						<Button icon="lock" onClick={() => setOpen("place")}>
							{own.placeHold}
						</Button>
					</section>
				)}
			</div>
		</Dialog>
	);
}

function Access({ meeting }: { meeting: Meeting }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const mayChange = useMay()("meeting:write");
	const { id, access } = meeting;
	const [chosen, setChosen] = useState<string>(access);

	async function save(values: Values): Promise<void> {
		// Without a version: that changes with each step of what is made of the recording.
		const params = { path: { meetingId: id } };
		const body = { access: values.access as Meeting["access"] };
		await unwrap(api.PATCH("/meetings/{meetingId}", { params, body }));
		await outdate("/meetings/{meetingId}", "/meetings");
		toast(t.common.saved);
	}

	return (
		<Form key={access} onSubmit={save} onChange={(values) => setChosen(values.access ?? access)}>
			{(busy) => (
				<>
					<fieldset disabled={!mayChange}>
						<legend className="visually-hidden">{own.access}</legend>
						<SelectField
							label={own.whoSees}
							hint={own.accessHints[chosen as Meeting["access"]]}
							name="access"
							defaultValue={access}
							options={Object.entries(own.accesses)}
						/>
					</fieldset>
					{chosen !== access && (
						<footer className="form-actions">
							<Button kind="primary" type="submit" busy={busy}>
								{t.common.save}
							</Button>
						</footer>
					)}
				</>
			)}
		</Form>
	);
}

/** What retention leaves; a hold keeps it longer. */
function Periods({ meeting, isHeld }: { meeting: Meeting; isHeld: boolean }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const path = { meetingId: meeting.id };
	const policy = useQuery(read("/orgs/{orgId}/retention", { path: { orgId: meeting.orgId } })).data;
	const recording = useQuery(read("/meetings/{meetingId}/recordings", { path })).data?.[0];
	const transcript = useQuery(read("/meetings/{meetingId}/transcripts", { path })).data?.[0];
	const rows = [
		[own.recording, recording && keptUntil(meeting, policy, "recordings", recording.createdAt)],
		[own.transcript, transcript && keptUntil(meeting, policy, "transcripts", transcript.createdAt)],
	] as const;
	return (
		<>
			<dl>
				{rows.map(
					([name, until]) =>
						until && (
							<div key={name}>
								<dt>{name}</dt>
								<dd>
									<time dateTime={until}>{format.date(until)}</time>
								</dd>
							</div>
						),
				)}
			</dl>
			{isHeld && <p>{own.held}</p>}
			{!isHeld && rows.every(([, until]) => !until) && <p>{own.noPeriod}</p>}
		</>
	);
}

function PlaceHoldDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
	const own = useOwnTexts(texts);
	async function place({ name = "", matter, reason }: Values): Promise<void> {
		const body = { meetingId: meeting.id, name, matter: matter || null, reason: reason || null };
		await unwrap(api.POST(HOLDS, { params: { path: { orgId: meeting.orgId } }, body }));
		await outdate(HOLDS);
		onClose();
	}
	return (
		<Dialog title={own.placeHold} lead={own.placeHoldLead} onClose={onClose}>
			<Form onSubmit={place}>
				{(busy) => (
					<>
						<TextField label={own.holdName} name="name" maxLength={128} required />
						<TextField label={own.matter} hint={own.matterHint} name="matter" maxLength={128} />
						<TextAreaField label={own.reason} name="reason" maxLength={2_000} />
						<FormActions busy={busy} submit={own.placeHold} icon="lock" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
