import type { TLSSocket } from "node:tls";
import type { AuditStreamRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { text } from "#kernel/texts";
import type { AuditLog } from "#modules/governance/audit-logs";
import type { Core } from "#platform/module";
import { OutboundError, retryAfterMs, signedHeaders } from "#platform/outbound";
import { aadOf } from "./secrets.ts";
import { framed, toSyslog } from "./syslog.ts";

const GONE = 410;
/** How long it is waited for a syslog server to take everything and close the connection, in ms. */
const CLOSE_MS = 10_000;

/** How long it is waited, in ms, for a server to break off what it does not take. */
const SETTLE_MS = 200;

/** What has come of an attempt. */
export interface AttemptResult {
	/** What went wrong, in words; null: the receiver took the entries. */
	readonly failure: string | null;
	/** Whether the receiver wants nothing any more. */
	readonly isGone: boolean;
	/** The delay that the receiver asks for, in ms; null: none. */
	readonly retryAfterMs: number | null;
}

const TAKEN: AttemptResult = { failure: null, isGone: false, retryAfterMs: null };

export interface SenderDeps extends Pick<Core, "outbound" | "vault" | "clock" | "publicUrl"> {
	/** Version of the program. */
	readonly version: string;
}

/** Entries on their way, in the order of their log. */
export interface Batch {
	/** The same for the same entries, by which receivers recognize what they got before. */
	readonly id: string;
	readonly isTest?: boolean;
	readonly entries: readonly AuditLog[];
}

/** Sends entries to a stream. @throws the reason of the signal; whatever else is not the receiver's fault */
export type Send = (stream: AuditStreamRow, batch: Batch, signal: AbortSignal) => Promise<AttemptResult>;

/** Creates the function that makes one attempt to send entries. */
export function createSender({ outbound, vault, clock, publicUrl, version }: SenderDeps): Send {
	const { hostname } = new URL(publicUrl.origin);

	async function post(row: AuditStreamRow, batch: Batch, signal: AbortSignal): Promise<AttemptResult> {
		if (row.secretSealed === null)
			return { ...TAKEN, failure: "The secret of the stream was lost: delete it and create another." };
		const nowMs = clock.nowMs();
		const type = batch.isTest ? "audit.test" : "audit.entries";
		const body = JSON.stringify({
			type,
			timestamp: rfc3339(nowMs),
			data: { orgId: row.orgId, entries: batch.entries },
		});
		const signed = { id: batch.id, timestamp: Math.floor(nowMs / 1_000), body };
		const headers = {
			"content-type": "application/json",
			"user-agent": `Parley/${version}`,
			...signedHeaders([vault.open(row.secretSealed, aadOf(row))], signed),
		};
		const response = await outbound.post(row.url ?? "", { headers, body, signal });
		const { status } = response;
		if (status >= 200 && status < 300) return TAKEN;
		const asked = retryAfterMs(response.headers.get("retry-after"), nowMs);
		return { failure: `The receiver answered ${status}.`, isGone: status === GONE, retryAfterMs: asked };
	}

	async function write(row: AuditStreamRow, { entries }: Batch, signal: AbortSignal): Promise<AttemptResult> {
		const { host, port, caCertificates } = row;
		const socket = await outbound.connectTls(host ?? "", port ?? 0, signal, caCertificates);
		await flush(socket, framed(entries.map((entry) => toSyslog(entry, hostname))), signal);
		return TAKEN;
	}

	return async (row, batch, signal) => {
		try {
			return await (row.type === "webhook" ? post(row, batch, signal) : write(row, batch, signal));
		} catch (error) {
			if (!(error instanceof OutboundError)) throw error;
			return { ...TAKEN, failure: error.message };
		}
	};
}

/**
 * Writes a text and closes the connection. Servers of this protocol acknowledge nothing. What there is to know is whether one
 * closes its side after ours, when it has read everything, and not before.
 * @throws OutboundError when it did not; the reason of the signal
 */
async function flush(socket: TLSSocket, message: string, signal: AbortSignal): Promise<void> {
	const ended = Promise.withResolvers<never>();
	const closed = Promise.withResolvers<void>();
	let isOurs = false;
	const onEnd = (error?: Error) => {
		if (isOurs && error === undefined) closed.resolve();
		else
			ended.reject(
				new OutboundError("connection_failed", "The connection broke before everything was accepted.", {
					cause: error,
				}),
			);
	};
	const onAbort = () => ended.reject(signal.reason);
	const timer = setTimeout(
		() =>
			ended.reject(
				new OutboundError(
					"timed_out",
					text("The server did not accept everything within {seconds} s.", { seconds: CLOSE_MS / 1_000 }),
				),
			),
		CLOSE_MS,
	);
	signal.addEventListener("abort", onAbort, { once: true });
	socket.on("error", onEnd);
	socket.on("end", () => onEnd());
	socket.on("close", () => onEnd());
	// What it says is of no interest, but its end arrives behind it.
	socket.resume();
	const written = new Promise<void>((resolve) => void socket.write(message, () => resolve()));
	try {
		await Promise.race([written, ended.promise]);
		await Promise.race([Bun.sleep(SETTLE_MS), ended.promise]);
		isOurs = true;
		socket.end();
		await Promise.race([closed.promise, ended.promise]);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", onAbort);
		socket.destroy();
	}
}
