import { type Client, unwrap } from "#client";
import { unlessRefused } from "./visitor.ts";

/** What people are asked about, in the order in which they are asked. */
export const CONSENTS = ["transcription", "recording", "summary"] as const;
export type ConsentKind = (typeof CONSENTS)[number];
/** What a person has answered. */
export type Consents = Readonly<Partial<Record<ConsentKind, "granted" | "denied">>>;

/** Returns what a participant has answered so far. */
export async function readConsents(api: Client, meetingId: string, participantId: string): Promise<Consents> {
	const params = { path: { meetingId } };
	// In the lobby nothing of the meeting is to be seen.
	const found = await unwrap(api.GET("/meetings/{meetingId}/consents", { params })).catch(unlessRefused);
	const own = found?.data.find((each) => each.participantId === participantId);
	return Object.fromEntries(CONSENTS.flatMap((kind) => (own?.[kind] ? [[kind, own[kind].decision]] : [])));
}

/** Says what a participant agrees to, and what not. */
export async function decide(
	api: Client,
	meetingId: string,
	participantId: string,
	answers: Consents,
	before: Consents,
): Promise<void> {
	const params = { path: { meetingId, participantId } };
	for (const kind of CONSENTS) {
		const decision = answers[kind];
		if (decision === undefined || decision === before[kind]) continue;
		const body = { kind, decision };
		await unwrap(api.PUT("/meetings/{meetingId}/participants/{participantId}/consent", { params, body }));
	}
}
