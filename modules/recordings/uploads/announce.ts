import type { MeetingRow, UploadRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { FieldErrors } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { parseLanguage } from "#kernel/locale";
import { type RatePolicy, rateLimited } from "#kernel/rate-limit";
import type { RequestContext } from "#kernel/request-context";
import { parseName } from "#kernel/text";
import { assertConsented } from "#modules/meetings/consents";
import {
	assertKept,
	assertNotHeld,
	createMeeting,
	lockMeeting,
	meetingOrg,
	shareMeeting,
} from "#modules/meetings/meetings";
import { mayHost, shareOpenWorkspace } from "#modules/organizations/workspaces";
import { assertSwitchedOn } from "#modules/tenancy/features";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { assertWrites } from "./access.ts";
import { mayNotUpload, tooLarge } from "./errors.ts";
import { BEGINS_WITHIN_MS, type EnqueueExpiry } from "./expire.ts";
import { facts } from "./facts.ts";
import { STEP_BYTES } from "./growth.ts";
import { findByTrack, tenantOfWorkspace, uploadsOf } from "./repository.ts";
import { assertRoom, type UploadRoom } from "./room.ts";
import { type AnnouncedUpload, assertOnePlace, assertTrack, type CreateUploadRequest } from "./schemas.ts";
import { assertMayBegin, assertMaySend, largestOf, type TrackKey, trackOf } from "./tracks.ts";
import { toUpload } from "./view.ts";

/** Longest stored name, in code points. */
const MAX_LENGTH = 200;
/** How far the clock of a client may be ahead of ours, in ms. */
const AHEAD_MS = 10_000;
/** What a name must not contain: control characters, marks that reorder text, separators, and what shells and Windows read. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}"*:<>?|]/gu;

/**
 * Returns the name of an uploaded file as it is stored and downloaded: without folders, control characters and marks
 * that reorder text, at most 200 characters, its ending kept; `recording` when nothing is left.
 */
function cleanFilename(raw: string): string {
	const last = raw.slice(-4096).split(/[/\\]/).at(-1) ?? "";
	const name = last
		.toWellFormed()
		.normalize("NFC")
		.replace(FORBIDDEN, "")
		.replace(/\s+/g, " ")
		.trim()
		.replace(/^\.+/, "");
	const characters = [...name];
	if (characters.length <= MAX_LENGTH) return name === "" ? "recording" : name;
	const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
	return (
		characters
			.slice(0, MAX_LENGTH - ending.length)
			.join("")
			.trim() + ending
	);
}

/** Returns the title of a meeting made for a file of this (clean) name. */
function titleOf(filename: string): string {
	const title = [...filename.replace(/\.[A-Za-z0-9]{1,8}$/, "")].slice(0, 128).join("").trim();
	return title.replace(/[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, "") === "" ? "Recording" : title;
}

export interface AnnouncerDeps
	extends Pick<Core, "store" | "retention" | "unitOfWork" | "newId" | "limiter" | "publicUrl"> {
	readonly clock: { nowMs(): number };
	readonly policies: Readonly<Record<"upload-init", RatePolicy>> | null;
	readonly room: UploadRoom;
	readonly enqueueExpiry: EnqueueExpiry;
}

/** What a request for an upload says, parsed. */
interface Announced {
	readonly sizeBytes: number;
	readonly participantId: string | null;
	readonly filename: string;
	readonly title: string;
	readonly startedAtMs: number | null;
	readonly language: string | null;
}

/** Where an upload goes. */
interface Place {
	readonly meeting: MeetingRow;
	/** The upload that the track has already. */
	readonly known: UploadRow | undefined;
}

/** Returns the upload of the same track that another request has announced meanwhile: two tabs sent it at once. */
async function findTwin(db: ReadDb, { trackId, participantId, ...row }: UploadRow): Promise<UploadRow> {
	const twin = trackId && participantId ? await findByTrack(db, { ...row, trackId, participantId }) : undefined;
	if (twin === undefined) throw new Error("an upload violates an index, and none is like it");
	return twin;
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Creates the function that announces uploads: their room is reserved before the first byte. */
export function createAnnouncer(deps: AnnouncerDeps) {
	const { store, retention, unitOfWork, newId, clock, limiter, policies, publicUrl, room, enqueueExpiry } = deps;

	function parse(request: CreateUploadRequest): Announced {
		const errors = new FieldErrors();
		const { title, startedAt, language } = request;
		errors.check(() => assertOnePlace(request));
		errors.check(() => assertTrack(request));
		const filename = cleanFilename(request.filename);
		const parsed: Announced = {
			sizeBytes: request.size ?? STEP_BYTES,
			participantId: request.participantId ?? null,
			filename,
			title: title === undefined ? titleOf(filename) : errors.check(() => parseName(title, "/title")),
			startedAtMs: startedAt === undefined ? null : errors.check(() => parseInstant(startedAt, "/startedAt")),
			language: language === undefined ? null : errors.check(() => parseLanguage(language, "/language")),
		};
		if ((parsed.startedAtMs ?? 0) > clock.nowMs() + AHEAD_MS)
			errors.add("/startedAt", "too_late", "must not be in the future");
		errors.throwIfAny();
		if (parsed.sizeBytes > largestOf(parsed)) throw tooLarge(largestOf(parsed));
		return parsed;
	}

	async function count({ principal }: RequestContext): Promise<void> {
		const key = `${principal.orgId ?? ""} ${principal.id}`;
		const verdict = policies && (await limiter.take(policies["upload-init"], key));
		if (verdict && !verdict.allowed) throw rateLimited("Too many uploads", verdict);
	}

	async function orgOfRequest({ principal }: RequestContext, { workspaceId, meetingId }: CreateUploadRequest) {
		if (meetingId !== undefined) return meetingOrg(store, principal, meetingId);
		const notFound = () => new AppError("not_found", "There is no such workspace.");
		return orgOf(store, principal, tenantOfWorkspace, workspaceId ?? "", notFound);
	}

	/** Creates the meeting that the upload is a recording of. */
	async function makeMeeting(
		change: Change,
		orgId: string,
		{ workspaceId = "", size = 0 }: CreateUploadRequest,
		announced: Announced,
	): Promise<MeetingRow> {
		const { access } = await shareOpenWorkspace(change, orgId, workspaceId);
		if (!mayHost(access)) throw mayNotUpload();
		const { title, startedAtMs, language } = announced;
		return createMeeting(change, {
			orgId,
			id: newId("mtg"),
			workspaceId,
			title,
			source: "upload",
			state: "ended",
			hostId: change.principal.id,
			startedAtMs,
			// The period of retention begins with the upload, however old the recording is.
			endedAtMs: change.nowMs,
			...(language?.includes("-") && { language }),
			artifacts: { recording: { state: "waiting", sizeBytes: size, durationMs: null } },
		});
	}

	/**
	 * Returns where a track goes that the caller may upload. Its meeting is shared: many tracks of it are announced at once.
	 */
	async function placeTrack(
		change: Change,
		key: TrackKey,
		{ trackId }: CreateUploadRequest,
		{ startedAtMs }: Announced,
	): Promise<Place> {
		const { tx, principal, nowMs } = change;
		const found = await shareMeeting(change, key.orgId, key.meetingId);
		assertNotHeld(found.meeting);
		const track = await trackOf(tx, key);
		await assertMaySend(tx, principal, found, track, nowMs);
		// Before what is asked of a new one: this one has begun.
		const known = trackId === undefined ? undefined : await findByTrack(tx, { ...key, trackId });
		if (known === undefined) await assertMayBegin(tx, found.meeting, track, { startedAtMs, nowMs });
		return { meeting: found.meeting, known };
	}

	async function place(
		change: Change,
		orgId: string,
		request: CreateUploadRequest,
		announced: Announced,
	): Promise<Place> {
		const { meetingId } = request;
		const { participantId } = announced;
		const createdBy = change.principal.id;
		if (meetingId !== undefined && participantId !== null)
			return placeTrack(change, { orgId, meetingId, participantId, createdBy }, request, announced);
		assertWrites(change.principal);
		const meeting =
			meetingId === undefined
				? await makeMeeting(change, orgId, request, announced)
				: await lockMeeting(change, orgId, meetingId, "run");
		if (meeting.state === "cancelled")
			throw new AppError("state_conflict", "The meeting was cancelled.", { meta: { state: meeting.state } });
		await assertConsented(change.tx, meeting, "recording");
		return { meeting, known: undefined };
	}

	/** Returns what is said of an upload that is there. One that has expired and was not ended yet goes on. */
	async function answer({ tx, nowMs }: Change, row: UploadRow): Promise<AnnouncedUpload> {
		const isLate = row.state === "open" && row.expiresAtMs <= nowMs;
		const expiresAtMs = isLate ? nowMs + BEGINS_WITHIN_MS : row.expiresAtMs;
		if (isLate) await uploadsOf(tx, row.orgId).update(row.id, { expiresAtMs });
		return {
			uploadId: row.id,
			meetingId: row.meetingId,
			protocol: "tus-1.0.0" as const,
			uploadUrl: `${publicUrl.href}/uploads/${row.id}`,
			expiresAt: rfc3339(expiresAtMs),
		};
	}

	/**
	 * Announces an upload, making its meeting unless there is one.
	 * @throws `validation_failed` `rate_limited` `not_found` `forbidden` `purged` `state_conflict` `consent_required`
	 * `payload_too_large` `not_retained` `quota_exceeded` `entitlement_required`
	 */
	return async function announce(context: RequestContext, request: CreateUploadRequest): Promise<AnnouncedUpload> {
		const announced = parse(request);
		await count(context);
		const orgId = await orgOfRequest(context, request);
		const freeBytes = await room.freeBytes();
		return unitOfWork.run(context, async (change) => {
			const { meeting, known } = await place(change, orgId, request, announced);
			if (known) return answer(change, known);
			// Only here: an upload that was announced before is received to its end.
			await assertSwitchedOn(change.tx, orgId, "meetingRecording");
			await assertKept(change, retention, { orgId, meeting }, "recordings");
			const organization = await findOrganization(change.tx, orgId);
			await assertRoom(store, change, organization, {
				sizeBytes: announced.sizeBytes,
				of: announced.participantId === null ? "upload" : "track",
				limitBytes: room.limitBytes,
				freeBytes,
			});
			const row: UploadRow = {
				orgId,
				id: newId("upl"),
				meetingId: meeting.id,
				createdBy: change.principal.id,
				filename: announced.filename,
				contentType: request.contentType,
				sizeBytes: announced.sizeBytes,
				lengthDeferred: request.size === undefined,
				offsetBytes: 0,
				state: "open",
				failure: null,
				sha256: request.sha256?.toLowerCase() ?? null,
				language: announced.language,
				participantId: announced.participantId,
				captureId: request.captureId ?? null,
				startedAtMs: announced.startedAtMs,
				trackId: request.trackId ?? null,
				madeMeeting: request.meetingId === undefined,
				draft: null,
				recordingId: null,
				expiresAtMs: change.nowMs + BEGINS_WITHIN_MS,
				createdAtMs: change.nowMs,
				updatedAtMs: change.nowMs,
			};
			if (!(await uploadsOf(change.tx, orgId).tryInsert(row))) return answer(change, await findTwin(change.tx, row));
			await enqueueExpiry(change.tx, row);
			change.record(orgId, facts["upload.create"], { id: row.id, object: toUpload(row) });
			return answer(change, row);
		});
	};
}
