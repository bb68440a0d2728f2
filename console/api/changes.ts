import { type QueryKey, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Change, type Changes, followChanges } from "#client";
import { api } from "./client.ts";
import { noteAlive } from "./pace.ts";
import { queries, type ReadPath } from "./queries.ts";

/** How long changes are gathered before what they are about is read again, in ms: many come at once. */
const GATHER_MS = 100;

const OF_MEETING = ["/meetings", "/meetings/{meetingId}"] as const;
const JOBS = ["/jobs", "/jobs/{jobId}", "/orgs/{orgId}/jobs"] as const;
/** What is read again, by what has changed. */
const READS: Readonly<Record<Exclude<Change["resource"], "everything">, readonly ReadPath[]>> = {
	meeting: [...OF_MEETING, "/meetings/{meetingId}/participants"],
	attendance: ["/meetings/{meetingId}/attendance", "/series/{seriesId}/attendance"],
	recording: [...OF_MEETING, "/meetings/{meetingId}/recordings"],
	transcript: [...OF_MEETING, "/meetings/{meetingId}/transcripts", "/transcripts/{transcriptId}/translations"],
	translation: ["/meetings/{meetingId}", "/transcripts/{transcriptId}/translations"],
	summary: ["/meetings/{meetingId}", "/meetings/{meetingId}/summary", "/meetings/{meetingId}/action-items"],
	action_item: ["/meetings/{meetingId}/action-items"],
	job: [...JOBS, "/meetings/{meetingId}", "/transcripts/{transcriptId}/translations"],
	notification: ["/notifications"],
	export: ["/orgs/{orgId}/privacy/exports"],
	erasure: ["/orgs/{orgId}/privacy/erasures"],
	retention_run: ["/orgs/{orgId}/retention/runs"],
};
const READ_BY_ANY: readonly unknown[] = Object.values(READS).flat();

/** Whether a change is about what was read; not about what is in a form, see `readVersioned`. */
function isAbout({ resource, id, meetingId }: Change, [path, ...rest]: QueryKey): boolean {
	const reads = resource === "everything" ? READ_BY_ANY : READS[resource];
	if (!reads.includes(path) || rest[0] === "versioned") return false;
	const named = (rest.at(-1) as { path?: { meetingId?: string; jobId?: string } } | undefined)?.path ?? {};
	const isOther = (mine: string | undefined, theirs: string | null) =>
		mine !== undefined && theirs !== null && mine !== theirs;
	return !isOther(named.meetingId, meetingId) && !(resource === "job" && isOther(named.jobId, id));
}

const NOTIFIED: Change = { resource: "notification", id: null, meetingId: null, progress: null };

let gathered: Change[] = [];

/** Has read again what some changes are about. */
function take({ changes }: Changes): void {
	noteAlive();
	for (const { id, meetingId, progress } of changes)
		if (id !== null && meetingId !== null && progress !== null)
			queries.setQueryData<Progress>(progressKey(meetingId), (known) => ({ ...known, [id]: progress }));
	if (changes.length === 0) return;
	if (gathered.length === 0) setTimeout(readAgain, GATHER_MS);
	gathered.push(...changes);
}

function readAgain(): void {
	const changes = gathered;
	gathered = [];
	void queries.invalidateQueries({
		predicate: ({ queryKey }) => changes.some((change) => isAbout(change, queryKey)),
		// A tab that is not seen reads once it is.
		refetchType: document.hidden ? "none" : "active",
	});
}

/** How far the jobs that transcribe are, 0…1, by their ids. */
type Progress = Readonly<Record<string, number>>;
const progressKey = (meetingId: string) => ["progress", meetingId] as const;

/**
 * Returns how far the transcription of a meeting is, 0…1; undefined: it was not announced yet. Each recording has a job that
 * says how far it is by itself: all count alike, and what began later takes nothing back.
 * @param recordings of how many it is made, of which some may not have begun
 */
export function useTranscriptionProgress(meetingId: string, recordings: number): number | undefined {
	const reached = useRef(0);
	const { data } = useQuery<Progress>({ queryKey: progressKey(meetingId), queryFn: skipToken });
	// The next time it is transcribed, it begins anew.
	useEffect(() => () => queries.removeQueries({ queryKey: progressKey(meetingId) }), [meetingId]);
	if (data === undefined) return;
	const jobs = Object.values(data);
	const share = jobs.reduce((sum, progress) => sum + progress, 0) / Math.max(jobs.length, recordings);
	reached.current = Math.max(reached.current, share);
	return reached.current;
}

/**
 * Follows what changes of what a person may see in an organization, and has it read again, until the returned function is
 * called. One tab holds the connection for all, of which a browser has six to a server without HTTP/2; another takes it
 * over when that one is closed. Without it, the console looks by itself (`pace.ts`): nothing is said of that.
 */
export function followOrganization(userId: string, orgId: string): () => void {
	// Not on plain http, where tabs cannot agree on one.
	if (!("locks" in navigator)) return () => undefined;
	const name = `parley.changes.${userId}.${orgId}`;
	const leaving = new AbortController();
	const { signal } = leaving;
	const tabs = new BroadcastChannel(name);
	let after: number | undefined;
	const note = ({ position, changes }: Changes) => {
		// What came between the first look and the connection was not announced.
		const missed = after === undefined ? [NOTIFIED] : [];
		after = position;
		take({ position, changes: [...changes, ...missed] });
	};
	tabs.addEventListener("message", ({ data }) => note(data));
	const hold = async () => {
		for await (const message of followChanges(api, { signal, ...(after !== undefined && { after }) })) {
			if (signal.aborted) return;
			tabs.postMessage(message);
			note(message);
		}
	};
	navigator.locks.request(name, { signal }, hold).catch(() => undefined);
	return () => {
		leaving.abort();
		tabs.close();
	};
}
