import { newAddress } from "./addresses.ts";
import { STREAM } from "./audit-stream-scenarios.ts";
import { guestsOf } from "./guests.ts";
import { type Harness, PASSWORD, type SignedIn } from "./harness.ts";
import { holdsOf } from "./holds.ts";
import { LMS, LMS_LOGIN } from "./integration-scenarios.ts";
import { issueInvoice } from "./invoices.ts";
import { meetingsOf } from "./meetings.ts";
import { privacyOf } from "./privacy.ts";
import { searchesOf } from "./searches.ts";
import { isInProcess } from "./target.ts";
import { AGREED, transcriptsOf } from "./transcripts.ts";
import { translationsOf } from "./translations.ts";
import { until } from "./until.ts";
import { uploading } from "./uploading.ts";
import { wavOf } from "./wav.ts";

/** Number of resources of each kind. */
const COUNT = 4;

/** Returns the query that an operation requires, which finds something; empty for most. @param path of the API document */
export const requiredQuery = (path: string): string => QUERIES[path] ?? "";

const QUERIES: Readonly<Record<string, string>> = {
	"/transcripts/search": "q=line",
	"/lti/{integrationId}/login": String(LMS_LOGIN),
};

/**
 * Creates some resources of every kind that a list of the owner's organization shows, and returns the ids of one of each
 * by the names that paths give them: for tests that try every operation.
 */
export async function createResources(api: Harness, owner: SignedIn): Promise<Readonly<Record<string, string>>> {
	const { token, orgId } = owner;
	const create = async (path: string, body: object): Promise<string> => {
		const created = await api.request("POST", path, { token, body });
		if (created.status >= 300) throw new Error(`POST ${path}: ${created.text}`);
		return created.body.data.id;
	};
	const ids: Record<string, string> = { orgId };
	const guests = guestsOf(api);
	// Nobody has to be asked before a recording.
	await api.request("PATCH", `/orgs/${orgId}/settings`, { token, body: { recordingConsent: "optional" } });
	const meeting = await guests.openMeeting(owner);
	await guests.join(owner, meeting);
	ids.meetingId = meeting.id;
	ids.domain = "listed0.example.edu";
	for (let n = 0; n < COUNT; n++) {
		const { userId } = await api.addMember(owner, "member");
		await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD, orgId } });
		ids.userId = userId;
		ids.keyId = await create(`/orgs/${orgId}/api-keys`, { name: `Key ${n}`, scopes: ["org:read"] });
		ids.webhookId = await create(`/orgs/${orgId}/webhooks`, { url: `https://hooks${n}.example.com/` });
		ids.holdId = await create(`/orgs/${orgId}/legal-holds`, { name: `Hold ${n}`, to: "1990-01-01T00:00:00Z" });
		ids.streamId = await create(`/orgs/${orgId}/audit-streams`, { ...STREAM, name: `Stream ${n}` });
		ids.integrationId = await create(`/orgs/${orgId}/integrations`, { ...LMS, name: `Moodle ${n}` });
		const workspaceId = await create(`/orgs/${orgId}/workspaces`, { name: `Workspace ${n}` });
		ids.workspaceId ??= workspaceId;
		ids.participantId = (await guests.guestIn(meeting, `Guest ${n}`)).id;
		ids.messageId = await create(`/meetings/${meeting.id}/chat`, { text: `Message ${n}` });
		await create(`/workspaces/${ids.workspaceId}/members`, { userId, role: "member" });
		await create(`/workspaces/${ids.workspaceId}/meetings`, { title: `Meeting ${n}` });
	}
	ids.holdId = await holdFormerTexts(api, owner, String(ids.workspaceId));
	for (let n = 0; n < COUNT; n++) ids.deliveryId = await create(`/orgs/${orgId}/webhooks/${ids.webhookId}/test`, {});
	const member = `/orgs/${orgId}/members/${ids.userId}`;
	await api.request("PATCH", member, { token, body: { role: "student" } });
	const consent = { grantedBy: "A guardian", grantedOn: "2025-09-01" };
	await api.request("PUT", `${member}/guardian-consent`, { token, body: consent });
	ids.token = await invite(api, owner);
	await create("/auth/profile/calendar-feed", {});
	await notify(api, owner);
	Object.assign(ids, await askForPrivacy(api, owner));
	// From now on, nobody else is admitted.
	for (let n = 0; n < COUNT; n++) await create(`/orgs/${orgId}/domains`, { domain: `listed${n}.example.edu` });
	for (let n = 0; n < COUNT; n++) ids.invoiceId = (await issueInvoice(api, orgId, [1_900])).id;
	ids.entryId = (await api.request("GET", `/orgs/${orgId}/audit-logs`, { token })).body.data[0].id;
	return {
		...ids,
		...(await createRecordings(api, owner, meeting.id)),
		...(await createTranscripts(api, owner, meeting.id)),
		itemId: await createActionItems(api, owner, meeting.id),
		runId: await countExpired(api, owner),
	};
}

/** Exports and erases people, and returns the ids of one export and one erasure. */
async function askForPrivacy(api: Harness, owner: SignedIn) {
	const privacy = privacyOf(api);
	let [exportId, erasureId] = ["", ""];
	for (let n = 0; n < COUNT; n++) {
		const person = await api.addMember(owner, "member");
		exportId = (await privacy.request(owner, { userId: person.userId })).body.data.id;
		erasureId = (await privacy.erase(owner, person)).body.data.id;
	}
	return { exportId, erasureId };
}

/** Starts runs that only count what has expired, each after the one before has ended, and returns the id of the last. */
async function countExpired(api: Harness, { token, orgId }: SignedIn): Promise<string> {
	const path = `/orgs/${orgId}/retention/run`;
	let runId = "";
	const hasEnded = async (): Promise<boolean> => {
		if (isInProcess) await api.parley.services.jobs.runDue("retention.count");
		const { body } = await api.request("GET", `/orgs/${orgId}/retention/runs/${runId}`, { token });
		return body.data.state === "completed";
	};
	for (let n = 0; n < COUNT; n++) {
		runId = (await api.request("POST", path, { token, body: { dryRun: true } })).body.data.id;
		await until(hasEnded);
	}
	return runId;
}

/** Invites people, and returns the token of one of them. */
async function invite(api: Harness, { token, orgId }: SignedIn): Promise<string> {
	const path = `/orgs/${orgId}/invitations`;
	const send = () => api.request("POST", path, { token, body: { email: newAddress(), role: "member" } });
	for (let n = 1; n < COUNT; n++) await send();
	return (await send()).body.data.token;
}

/** Lets somebody else invite the owner to meetings, so that they have notifications. */
async function notify(api: Harness, owner: SignedIn): Promise<void> {
	const admin = await api.addMember(owner, "admin");
	const guests = guestsOf(api);
	for (let n = 0; n < COUNT; n++) {
		const { id } = await guests.openMeeting(admin, { title: `Of others ${n}` });
		await guests.send(admin, "POST", `/meetings/${id}/participants`, { userId: owner.userId });
	}
}

/** Creates recordings of a meeting, which are being transcribed, and returns ids about one of them. */
async function createRecordings(api: Harness, owner: SignedIn, meetingId: string) {
	const uploads = uploading(api, owner);
	const made = [];
	for (let n = 0; n < COUNT; n++) made.push(await uploads.upload(wavOf(2_000 + 2 * n), { meetingId }));
	const { body } = await api.request("GET", `/orgs/${owner.orgId}/jobs`, { token: owner.token });
	return {
		uploadId: made[0]?.uploadId ?? "",
		recordingId: made[0]?.recordingId ?? "",
		jobId: body.data[0].id as string,
	};
}

/** Adds action items to a meeting and returns the id of one of them. */
async function createActionItems(api: Harness, { token }: SignedIn, meetingId: string): Promise<string> {
	const path = `/meetings/${meetingId}/action-items`;
	for (let n = 1; n < COUNT; n++) await api.request("POST", path, { token, body: { text: `Item ${n}` } });
	return (await api.request("POST", path, { token, body: { text: "Item" } })).body.data.id;
}

/** Imports transcripts of a meeting and corrects one of their segments; returns ids about that. */
async function createTranscripts(api: Harness, owner: SignedIn, meetingId: string) {
	const transcripts = transcriptsOf(api);
	// Without an engine they wait.
	const transcription = { translateTo: ["es", "ca", "pt", "gl"] };
	await api.request("PATCH", `/meetings/${meetingId}`, { token: owner.token, body: { transcription } });
	const voices = ["Ada", "Bob", "Cleo", "Dan"].map((name, n) => `00:0${n}.000 --> 00:0${n}.900\n<v ${name}>Line ${n}`);
	const file = `WEBVTT\n\n${voices.join("\n\n")}\n`;
	let transcriptId = "";
	for (const language of ["en", "fr", "de", "it"])
		transcriptId = (await transcripts.import(owner, meetingId, file, "text/vtt", `?language=${language}&${AGREED}`))
			.body.data.id;
	const [segment] = (await transcripts.segments(owner, transcriptId)).body.data;
	for (let n = 0; n < COUNT; n++) await transcripts.edit(owner, transcriptId, segment.id, { text: `Correction ${n}` });
	await searchesOf(api).settle();
	const [translation] = (await translationsOf(api).list(owner, transcriptId)).body.data;
	return {
		transcriptId,
		segmentId: segment.id as string,
		speakerId: segment.speaker.id as string,
		translationId: translation.id as string,
	};
}

/** Places a hold on a meeting that nothing else is about, replaces its title, and returns the id of the hold. */
async function holdFormerTexts(api: Harness, owner: SignedIn, workspaceId: string): Promise<string> {
	const meetings = meetingsOf(api);
	const { id } = await meetings.made(owner, workspaceId);
	const hold = await holdsOf(api).placed(owner, { meetingId: id });
	for (let n = 0; n < COUNT; n++) await meetings.patch(owner, id, { title: `Optics ${n}` });
	return hold.id;
}
