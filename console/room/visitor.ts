import { type Client, type components, createClient, ProblemError, unwrap } from "#client";
import { api as ownApi, session } from "../api/client.ts";
import { API_BASE } from "../api/place.ts";
import { mayBeSignedIn } from "../api/signed-in.ts";
import { keptEntry } from "./kept-entry.ts";

export type Meeting = components["schemas"]["Meeting"];
type MeetingPreview = components["schemas"]["MeetingPreview"];

/** Who comes to a meeting. */
export interface Visitor {
	/** Asks as them. */
	readonly api: Client;
	/** A member of the organization of the meeting, by their account; anybody else is a guest. */
	readonly isMember: boolean;
	/** Of a member; a guest may have given one before. */
	readonly name: string | null;
	/** Null: they cannot see it yet. */
	readonly meeting: Meeting | null;
	/** What their code says of a meeting that they cannot see yet; null: it was not asked, or opens nothing. */
	readonly preview: MeetingPreview | null;
	/** Whether a guest has joined before, in this tab or by a learning platform: then the meeting has their name. */
	readonly isKnown: boolean;
	/** Null: a guest. */
	readonly userId: string | null;
	/** Null: they have not joined yet. */
	readonly participantId: string | null;
	/** Whether they may do in the organization whatever its administrators may. */
	readonly isAdministrator: boolean;
}

/** Codes begin with the organization that they are of. */
const ORG_OF_CODE = /^(?:inv_)?([0-7][0-9a-hjkmnp-tv-z]{25})/;

/** Finds out who comes: a member who is signed in, a guest of before, or a stranger with a code. Null: only a member could come in here. */
export async function findVisitor(meetingId: string, code: string | null): Promise<Visitor | null> {
	const known = (await findGuest(meetingId)) ?? (await findMember(meetingId, code));
	if (code === null || known?.meeting) return known;
	const stranger = guestOf(null, keptEntry(meetingId).name ?? null);
	const preview = await readPreview(stranger.api, code).catch(unlessRefused);
	if (known) return { ...known, preview };
	return preview && { ...stranger, preview };
}

const readPreview = async (api: Client, code: string): Promise<MeetingPreview> =>
	(await unwrap(api.POST("/meetings/join/preview", { body: { code } }))).data;

/** Returns a guest. @param token that of the meeting; null: they have not joined yet */
export const guestOf = (token: string | null, name: string | null, meeting: Meeting | null = null): Visitor => ({
	api: createClient({
		baseUrl: API_BASE.href,
		auth: () => token,
		language: () => document.documentElement.lang,
	}),
	isMember: false,
	name,
	meeting,
	preview: null,
	isKnown: token !== null,
	userId: null,
	participantId: null,
	isAdministrator: false,
});

async function findGuest(meetingId: string): Promise<Visitor | null> {
	const { token, name = null } = keptEntry(meetingId);
	if (token === undefined) return null;
	const guest = guestOf(token, name);
	try {
		return guestOf(token, name, await readMeeting(guest.api, meetingId));
	} catch (error) {
		// In the lobby they see nothing of it; removed, or after its end, the token is worth nothing.
		if (!(error instanceof ProblemError)) throw error;
		return error.status === 404 ? guest : null;
	}
}

async function findMember(meetingId: string, code: string | null): Promise<Visitor | null> {
	if (!mayBeSignedIn()) return null;
	const profile = await unwrap(ownApi.GET("/auth/profile")).catch(unlessRefused);
	if (!profile) return null;
	const { memberships, activeOrgId, name } = profile.data;
	const ofCode = ORG_OF_CODE.exec(code ?? "")?.[1];
	const orgIds = memberships.map(({ orgId }) => orgId).sort((a) => (a === activeOrgId ? -1 : 1));
	let current = activeOrgId;
	for (const orgId of ofCode === undefined ? orgIds : orgIds.filter((each) => each === `org_${ofCode}`)) {
		if (orgId !== current) await session.enter(orgId);
		current = orgId;
		const meeting = await readAddressed(meetingId, code !== null).catch(unlessRefused);
		// A code lets members in who do not see the meeting otherwise.
		if (!meeting && ofCode === undefined) continue;
		const scopes =
			orgId === activeOrgId ? profile.data.scopes : (await unwrap(ownApi.GET("/auth/profile"))).data.scopes;
		return {
			api: ownApi,
			isMember: true,
			name,
			meeting,
			preview: null,
			isKnown: true,
			userId: profile.data.id,
			participantId: null,
			isAdministrator: scopes.includes("org:admin"),
		};
	}
	return null;
}

/** Returns the name of the person who is signed in; null: no one is. */
export async function readOwnName(): Promise<string | null> {
	if (!mayBeSignedIn()) return null;
	return (await unwrap(ownApi.GET("/auth/profile")).catch(unlessRefused))?.data.name ?? null;
}

/** Few addresses are of series. */
const loadSeries = () => import("./series-address.ts");

/** Returns the meeting of an address. A series, or what is over of one whose code opens all, leads to another of its meetings. */
async function readAddressed(id: string, hasCode: boolean): Promise<Meeting | null> {
	if (id.startsWith("ser_")) return readCurrent(id);
	const meeting = await readMeeting(ownApi, id);
	const { seriesId, state } = meeting;
	if (!hasCode || seriesId === null || state === "live" || state === "scheduled") return meeting;
	const isShared = await (await loadSeries()).sharesCode(ownApi, seriesId);
	return (isShared && (await readCurrent(seriesId))) || meeting;
}

/** Returns the meeting of a series that is on, or comes next; null: there is none. */
async function readCurrent(seriesId: string): Promise<Meeting | null> {
	const id = await (await loadSeries()).findCurrent(ownApi, seriesId);
	return id === null ? null : readMeeting(ownApi, id);
}

export const readMeeting = async (api: Client, meetingId: string): Promise<Meeting> =>
	(await unwrap(api.GET("/meetings/{meetingId}", { params: { path: { meetingId } } }))).data as Meeting;

/** Whether a meeting is over, for whoever was in it. False: it is not, or that could not be asked. */
export async function isOver(api: Client, meetingId: string): Promise<boolean> {
	try {
		const { state } = await readMeeting(api, meetingId);
		return state !== "live" && state !== "scheduled";
	} catch (error) {
		return error instanceof ProblemError && error.meta.reason === "meeting_over";
	}
}

/** A refusal is an answer; anything else is a failure. */
export function unlessRefused(error: unknown): null {
	if (error instanceof ProblemError && [401, 403, 404].includes(error.status)) return null;
	throw error;
}
