import type { AuditEntryRow, AuditStreamRow } from "#db/schema";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { type AuditLog, readChain, showEntries } from "#modules/governance/audit-logs";
import { mailAdministrators } from "#modules/organizations/members";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { FollowerRun, FollowerWorker, RunEnd } from "#platform/followers";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import type { AuditStreamDisabledMail } from "./mails.ts";
import { streamsOf } from "./repository.ts";
import type { AttemptResult, Send } from "./sender.ts";
import { toSummary } from "./view.ts";

/** Entries looked at in one run. */
const LOOK_AHEAD = 200;
/** Size of what is sent at once, as JSON, in characters; one entry is always sent. */
const MAX_CHARS = 512 * 1024;
/** Entries that a stream does not want are passed over in memory, and stored as passed once there are so many. */
const STORE_PASSED = 100;
/** Delays after failed attempts, in ms; the last one from then on. */
const DELAYS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** Longest delay that a receiver may ask for, in ms. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Delays are longer by up to this part, so that what failed together is not tried together. */
const JITTER = 0.1;
/** Time without a success after which a stream is disabled, in ms. */
const GIVE_UP_AFTER_MS = 120 * HOUR_MS;

export interface WorkerDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "mailer"> {
	readonly send: Send;
}

/** Creates the worker of audit streams: one attempt in each run, and nothing new until the last one has succeeded. */
export function createAuditStreamWorker({ store, clock, unitOfWork, mailer, send }: WorkerDeps): FollowerWorker {
	/** Returns a stream to which something may be sent; undefined: there is none. */
	async function find({ orgId, id }: FollowerRun): Promise<AuditStreamRow | undefined> {
		const [row, organization] = await Promise.all([
			streamsOf(store.db, orgId).find(id),
			findOrganizationRow(store.db, orgId),
		]);
		return row?.disabledAtMs === null && organization && organization.state !== "deleted" ? row : undefined;
	}

	/** Sends what follows in the log. */
	async function sendNext(run: FollowerRun): Promise<RunEnd> {
		const stream = await find(run);
		if (stream === undefined) return "idle";
		const chain = await readChain(store, { orgId: run.orgId, after: run.position, take: LOOK_AHEAD });
		const end: RunEnd = chain.length < LOOK_AHEAD ? "idle" : "more";
		const wanted = chain.filter(({ category }) => stream.categories?.includes(category) ?? true);
		if (wanted.length === 0) return passOver(run, chain.at(-1), end);
		const entries = upToSize(await showEntries(store.db, run.orgId, wanted));
		const [first, last] = [entries[0]?.sequence ?? 0, entries.at(-1)?.sequence ?? 0];
		const result = await send(stream, { id: `${run.id}_${first}_${last}`, entries }, run.signal);
		if (result.failure !== null) return fail(run, stream, result);
		await store.writing("audit_stream.attempt").tx(async (tx) => {
			const healthy = { failures: 0, failingSinceMs: null, isParked: false, dueAtMs: null };
			await run.lock(tx);
			await run.settle(tx, { position: last, ...healthy });
			await streamsOf(tx, run.orgId).update(run.id, { deliveredAtMs: clock.nowMs(), failure: null });
		});
		return last < (chain.at(-1)?.sequence ?? 0) ? "more" : end;
	}

	/** Passes over entries that a stream does not want. */
	async function passOver(run: FollowerRun, last: AuditEntryRow | undefined, end: RunEnd): Promise<RunEnd> {
		if (last === undefined) return "idle";
		run.passOver(last.sequence);
		if (last.sequence - run.row.position >= STORE_PASSED)
			await store.writing("audit_stream.attempt").tx((tx) => run.settle(tx, { position: last.sequence }));
		return end;
	}

	async function fail(run: FollowerRun, { id }: AuditStreamRow, { failure, isGone, retryAfterMs }: AttemptResult) {
		const nowMs = clock.nowMs();
		const { failures, failingSinceMs } = run.row;
		const sinceMs = failingSinceMs ?? nowMs;
		const state = { failures: failures + 1, failingSinceMs: sinceMs };
		const isHopeless = nowMs - sinceMs >= GIVE_UP_AFTER_MS;
		if (isGone || isHopeless) {
			await disable(run, isGone ? "gone" : "failing", { ...state, failure });
			return "idle" as const;
		}
		const own = (DELAYS_MS[failures] ?? HOUR_MS) * (1 + Math.random() * JITTER);
		const dueAtMs = nowMs + Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
		await store.writing("audit_stream.attempt").tx(async (tx) => {
			await run.lock(tx);
			await run.settle(tx, { ...state, isParked: true, dueAtMs });
			await streamsOf(tx, run.orgId).update(id, { failure });
		});
		return "idle" as const;
	}

	/** Disables a stream because of what its receiver does, and tells those who run the organization. */
	async function disable(
		run: FollowerRun,
		reason: "gone" | "failing",
		{ failure, ...state }: { failures: number; failingSinceMs: number; failure: string | null },
	): Promise<void> {
		await unitOfWork.run(systemContext("job:audit-streams"), async (change) => {
			const { tx, nowMs } = change;
			await run.lock(tx);
			const row = await streamsOf(tx, run.orgId).lock(run.id);
			await run.settle(tx, { ...state, isActive: false, isParked: false, dueAtMs: null });
			if (row === undefined || row.disabledAtMs !== null) return;
			const rest = { version: row.version + 1, updatedAtMs: nowMs };
			const values = { disabledAtMs: nowMs, disabledReason: reason, failure, ...rest };
			await streamsOf(tx, run.orgId).update(run.id, values);
			const object = toSummary({ ...row, ...values });
			const changes = [{ path: "/enabled", from: true, to: false }];
			change.record(run.orgId, facts["audit_stream.disable"], { id: run.id, object, changes });
			const { name: organization = "" } = (await findOrganizationRow(tx, run.orgId)) ?? {};
			const about = { organization, stream: row.name, reason };
			await mailAdministrators(
				change,
				mailer,
				{ orgId: run.orgId, concern: "organization" },
				({ name }): AuditStreamDisabledMail => ({ kind: "audit_stream_disabled", name, ...about }),
			);
		});
	}

	return {
		log: "audit",
		forward: sendNext,
		async due(run) {
			await sendNext(run);
			run.resume();
			return "idle";
		},
	};
}

/** Returns as many of the entries as are sent at once. */
function upToSize(entries: readonly AuditLog[]): readonly AuditLog[] {
	let chars = 0;
	const beyond = entries.findIndex((entry, at) => {
		chars += JSON.stringify(entry).length;
		return at > 0 && chars > MAX_CHARS;
	});
	return beyond === -1 ? entries : entries.slice(0, beyond);
}
