import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

type Speaker = Item<"/transcripts/{transcriptId}/speakers">;
type Patch = components["schemas"]["UpdateSpeakerRequestBody"];

const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId");
const SPEAKERS = "/transcripts/{transcriptId}/speakers";
const PARTICIPANTS = "/meetings/{meetingId}/participants";

/** What differs from the speaker as it was read. `person` is a participant, or a member who becomes one. */
function patchOf(speaker: Speaker, values: Values): Patch & { person?: string | null } {
	const { label, participantId, mergedInto, id } = speaker;
	const typed = values[`label/${id}`]?.trim() ?? label;
	const person = values[`person/${id}`] || null;
	const same = values[`same/${id}`] || null;
	return {
		...(typed !== label && { label: typed }),
		...(person !== participantId && { person }),
		...(same !== mergedInto && { mergeInto: same }),
	};
}

/** Who speaks: their names, which people they are, and which of them are the same person. */
export function SpeakersDialog({ transcriptId, onClose }: { transcriptId: string; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId, meetingId } = route.useParams();
	const may = useMay();
	const path = { transcriptId };
	const { data: speakers, error, refetch } = useQuery(read(SPEAKERS, { path, query: { limit: 200 } }));
	const among = { path: { meetingId }, query: { limit: 200 } };
	const { data: participants = [], isLoading } = useQuery(read(PARTICIPANTS, among));
	const mayAdd = may("member:read") && may("meeting:write");
	const all = { path: { orgId }, query: { limit: 200 } };
	const { data: members = [], isLoading: areLoading } = useQuery({
		...read("/orgs/{orgId}/members", all),
		enabled: mayAdd,
	});
	// A select has only the values of its options.
	const isReady = speakers !== undefined && !isLoading && !areLoading;
	const people: [string, string][] = [
		["", own.noPerson],
		...participants.map(({ id, name }): [string, string] => [id, name ?? own.unknownSpeaker]),
		...members
			.filter(({ userId }) => !participants.some((each) => each.userId === userId))
			.map(({ userId, name }): [string, string] => [userId, own.member(name)]),
	];

	async function save(values: Values): Promise<void> {
		const changed = (speakers ?? []).map((speaker) => [speaker, patchOf(speaker, values)] as const);
		try {
			for (const [{ id, version }, { person, ...patch }] of changed) {
				const body = { ...patch, ...(person !== undefined && { participantId: await participantOf(person) }) };
				if (Object.keys(body).length === 0) continue;
				const params = { path: { transcriptId, speakerId: id }, header: { "If-Match": `"${version}"` } };
				await unwrap(api.PATCH("/transcripts/{transcriptId}/speakers/{speakerId}", { params, body }));
			}
			onClose();
			toast(t.common.saved);
		} finally {
			await outdate(SPEAKERS, "/transcripts/{transcriptId}/segments", PARTICIPANTS);
		}
	}
	async function participantOf(id: string | null): Promise<string | null> {
		if (!id?.startsWith("usr_")) return id;
		const params = { path: { meetingId } };
		return (await unwrap(api.POST(PARTICIPANTS, { params, body: { userId: id } }))).data.id;
	}

	return (
		<Dialog
			title={own.speakers}
			lead={speakers?.length === 0 ? undefined : own.speakersLead}
			width="wide"
			onClose={onClose}
		>
			{error && !speakers && <Failure error={error} onRetry={refetch} />}
			{!error && !isReady && <Loading />}
			{isReady && speakers.length === 0 && (
				<>
					<Notice kind="info">{own.noSpeakers}</Notice>
					<footer className="form-actions">
						<Button onClick={onClose}>{t.common.close}</Button>
					</footer>
				</>
			)}
			{isReady && speakers.length > 0 && (
				<Form onSubmit={save}>
					{(busy) => (
						<>
							{speakers.map(({ id, label, participantId, mergedInto, version }) => (
								<fieldset key={`${id}/${version}`} className="speaker">
									<legend className="visually-hidden">{label}</legend>
									<TextField label={own.name} name={`label/${id}`} defaultValue={label} maxLength={128} required />
									<SelectField
										label={own.person}
										name={`person/${id}`}
										defaultValue={participantId ?? ""}
										options={
											participantId === null || people.some(([known]) => known === participantId)
												? people
												: [...people, [participantId, label]]
										}
									/>
									<SelectField
										label={own.sameAs}
										name={`same/${id}`}
										defaultValue={mergedInto ?? ""}
										options={[
											["", own.notSame],
											...speakers
												.filter((other) => other.id !== id && (other.mergedInto === null || other.id === mergedInto))
												.map((other): [string, string] => [other.id, other.label]),
										]}
									/>
								</fieldset>
							))}
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}
