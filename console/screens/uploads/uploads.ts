import { useSyncExternalStore } from "react";
import { ProblemError } from "#client";
import { type RecordingUpload, uploadRecording } from "#client/uploads";
import { apiIn } from "../../api/client.ts";
import {
	announcementOf,
	contentOf,
	forget,
	heldIds,
	hold,
	isKept,
	type Kept,
	keep,
	listKept,
	newId,
	release,
	storageOf,
} from "../../api/kept.ts";
import { outdate } from "../../api/queries.ts";
import { onSignedOut } from "../../api/signed-in.ts";

/** A recording on its way to the server. */
export interface Upload {
	readonly kept: Kept;
	/** `found`: a page before this one has begun it. */
	readonly state: "waiting" | "sending" | "paused" | "found" | "finished" | "failed";
	/** Null: has to be chosen again, or read. */
	readonly content: Blob | null;
	readonly sentBytes: number;
	readonly problem: Error | null;
	readonly meetingId: string | null;
	/** Whether its meeting was looked at. */
	readonly isSeen: boolean;
	/** What became of it once it is over: `there`: it had arrived before; `empty`: it ended before its first second. */
	readonly outcome: "uploaded" | "there" | "empty";
	readonly onFinished: ((meetingId: string) => void) | undefined;
}

/** Where a recording goes, and who brings it. */
export interface Place {
	readonly personId: string;
	readonly orgId: string;
	readonly workspaceId: string;
}

/** How many are sent at once; the others wait. */
const AT_ONCE = 3;

let all: readonly Upload[] = [];
const tasks = new Map<string, RecordingUpload>();
const listeners = new Set<() => void>();

function change(next: readonly Upload[]): void {
	all = next;
	for (const listener of listeners) listener();
}
const set = (id: string, values: Partial<Upload>): void =>
	change(all.map((each) => (each.kept.id === id ? { ...each, ...values } : each)));
const find = (id: string): Upload | undefined => all.find(({ kept }) => kept.id === id);

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => all);

const isSame = ({ kind, name, sizeBytes, changedAtMs }: Kept, file: File): boolean =>
	kind === "file" && name === file.name && sizeBytes === file.size && changedAtMs === file.lastModified;

const foundOf = (kept: Kept, onFinished?: (meetingId: string) => void): Upload => ({
	kept,
	state: "found",
	content: null,
	sentBytes: 0,
	problem: null,
	meetingId: null,
	isSeen: false,
	outcome: "uploaded",
	onFinished,
});

/** Uploads files, each as a meeting of its own. One that was begun before goes on where it was. */
export async function upload(
	files: readonly File[],
	place: Place,
	onFinished?: (meetingId: string) => void,
): Promise<void> {
	for (const file of files) {
		const begun = all.find(
			({ kept, state }) => state === "found" && kept.workspaceId === place.workspaceId && isSame(kept, file),
		);
		if (begun) {
			set(begun.kept.id, { onFinished });
			await proceed(begun.kept.id, file);
			continue;
		}
		await add(
			{
				...place,
				id: newId(),
				kind: "file",
				name: file.name,
				type: file.type,
				sizeBytes: file.size,
				changedAtMs: file.lastModified,
				previous: null,
			},
			file,
			onFinished,
		);
	}
}

/** Uploads something that is new to the list. */
async function add(kept: Kept, content: Blob, onFinished?: (meetingId: string) => void): Promise<void> {
	hold(kept.id);
	// A browser that keeps nothing uploads all the same; only a reload ends it.
	await keep(kept).catch(() => undefined);
	change([...all, { ...foundOf(kept, onFinished), state: "waiting", content }]);
	startNext();
}

/** Uploads a recording that this browser keeps. */
export async function addRecording(kept: Kept, onFinished?: (meetingId: string) => void): Promise<void> {
	change([...all, foundOf(kept, onFinished)]);
	await proceed(kept.id);
}

/** Continues what was found, with its file if it was one. @returns false: that is another file */
export async function proceed(id: string, file?: File): Promise<boolean> {
	const found = find(id);
	if (!found) return true;
	if (file && !isSame(found.kept, file)) return false;
	const isThere = await isKept(id);
	const content = file ?? (await contentOf(found.kept));
	// Without the note of it another tab, or the room of its meeting, has finished it.
	if (!isThere || content.size === 0) {
		const outcome = isThere ? "empty" : "there";
		const meetingId = outcome === "there" ? (found.kept.track?.meetingId ?? null) : null;
		await drop(id, { state: "finished", outcome, meetingId });
		return true;
	}
	hold(id);
	set(id, { state: "waiting", content, problem: null });
	startNext();
	return true;
}

/** Finds what pages before this one have left. */
export async function restore(personId: string): Promise<void> {
	const [kept, busy] = await Promise.all([listKept(), heldIds()]).catch(() => [[], new Set<string>()] as const);
	const left = kept.filter((each) => each.personId === personId && !busy.has(each.id) && !find(each.id));
	if (left.length > 0) change([...all, ...left.map((each) => foundOf(each))]);
}

function startNext(): void {
	const isFree = all.filter(({ state }) => state === "sending").length < AT_ONCE;
	const next = all.find(({ state }) => state === "waiting");
	if (!isFree || !next) return;
	void send(next);
	startNext();
}

async function send({ kept, content, onFinished }: Upload): Promise<void> {
	const { id, orgId, kind } = kept;
	set(id, { state: "sending", problem: null });
	const paused = tasks.get(id);
	if (paused) return paused.resume();
	let task: RecordingUpload | undefined;
	try {
		const api = await apiIn(orgId);
		if (find(id)?.state !== "sending" || tasks.has(id) || content === null) return;
		task = uploadRecording(api, content, {
			...announcementOf(kept),
			storage: storageOf(kept, (next) => set(id, { kept: next })),
			onProgress: (sentBytes) => set(id, { sentBytes }),
		});
		tasks.set(id, task);
		const { meetingId } = await task.done;
		await drop(id, { state: "finished", outcome: task.wasThere ? "there" : "uploaded", meetingId, content: null });
		await outdate("/meetings");
		onFinished?.(meetingId);
	} catch (error) {
		const problem = error instanceof Error ? error : new Error(String(error));
		set(id, { state: "failed", problem });
		// The same file would be refused again: it is not asked for after a reload.
		if (kind === "file" && ProblemError.is(problem, "unsupported_media_type")) await forget(id).catch(() => undefined);
	} finally {
		if (task && tasks.get(id) === task) tasks.delete(id);
		startNext();
	}
}

/** Forgets an upload; `as` stays on the list. */
async function drop(id: string, as?: Partial<Upload>): Promise<void> {
	await forget(id).catch(() => undefined);
	release(id);
	if (as) set(id, as);
	else remove(id);
}

export async function pause(id: string): Promise<void> {
	set(id, { state: "paused" });
	startNext();
	// Refused meanwhile: then it has failed, and says so.
	await tasks
		.get(id)
		?.pause()
		.catch(() => undefined);
}

/** Continues what is paused, or tries again what has failed. */
export function resume(id: string): void {
	set(id, { state: "waiting" });
	startNext();
}

/** Gives an upload up, here and at the server, where it expires otherwise. */
export async function cancel(id: string): Promise<void> {
	const task = tasks.get(id);
	const found = find(id);
	tasks.delete(id);
	await drop(id);
	startNext();
	const url = found?.kept.previous?.uploadUrl;
	if (task) await task.cancel().catch(() => undefined);
	else if (found && url) {
		const params = {
			path: { uploadId: new URL(url).pathname.split("/").at(-1) ?? "" },
			header: { "Tus-Resumable": "1.0.0" as const },
		};
		await (await apiIn(found.kept.orgId)).DELETE("/uploads/{uploadId}", { params }).catch(() => undefined);
	}
}

/** Notes that the meeting of finished uploads is looked at: their rows have nothing to lead to. A track is sent from there. */
export function see(meetingId: string): void {
	const isMeant = (each: Upload) =>
		each.state === "finished" && each.meetingId === meetingId && !each.isSeen && !each.kept.track;
	if (all.some(isMeant)) change(all.map((each) => (isMeant(each) ? { ...each, isSeen: true } : each)));
}

/** Takes everything that was uploaded off the list. */
export const removeFinished = (): void => change(all.filter(({ state }) => state !== "finished"));

/** Takes what is over off the list. */
export const remove = (id: string): void => change(all.filter(({ kept }) => kept.id !== id));

addEventListener("beforeunload", (event) => {
	if (all.some(({ state }) => state === "sending" || state === "waiting")) event.preventDefault();
});
addEventListener("online", () => {
	for (const { kept, state, problem } of all)
		if (state === "failed" && !(problem instanceof ProblemError)) resume(kept.id);
});
onSignedOut(() => {
	for (const { kept } of all) {
		void tasks
			.get(kept.id)
			?.pause()
			.catch(() => undefined);
		release(kept.id);
	}
	tasks.clear();
	change([]);
});
