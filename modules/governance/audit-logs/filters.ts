import type { AuditEntryRow } from "#db/schema";
import { parseInstant } from "#kernel/instant";
import { parseIpAddress } from "#kernel/ip-address";
import { malformedParameter } from "./errors.ts";
import type { ListAuditLogsQuery } from "./schemas.ts";

/** Filters of the list; null does not filter. */
export interface AuditFilters {
	readonly fromMs: number | null;
	/** Exclusive. */
	readonly toMs: number | null;
	/** An action; with `isPrefix`, the beginning of several. */
	readonly action: { readonly text: string; readonly isPrefix: boolean } | null;
	readonly actorId: string | null;
	readonly targetType: string | null;
	readonly targetId: string | null;
	readonly category: string | null;
	readonly outcome: AuditEntryRow["outcome"] | null;
	/** In its usual form. */
	readonly ip: string | null;
	/** In lower case. */
	readonly q: string | null;
}

function momentOf(raw: string | undefined, path: string): number | null {
	if (raw === undefined) return null;
	try {
		return parseInstant(raw, path);
	} catch (error) {
		throw malformedParameter(path, "must be a date and time such as 2030-01-01T09:30:00.000Z", error);
	}
}

function addressOf(raw: string | undefined): string | null {
	if (raw === undefined) return null;
	const address = parseIpAddress(raw);
	if (address === null) throw malformedParameter("/ip", "must be an IP address");
	return address.toString();
}

function actionOf(raw: string | undefined): AuditFilters["action"] {
	if (raw === undefined || raw === "*") return null;
	const isPrefix = raw.endsWith("*");
	const text = isPrefix ? raw.slice(0, -1) : raw;
	if (!/^[a-z0-9_.]+$/.test(text)) throw malformedParameter("/action", "must be an action, or its beginning and *");
	return { text, isPrefix };
}

/** Parses the filters of the list. @throws `invalid_request` naming the parameter */
export const parseFilters = (query: ListAuditLogsQuery): AuditFilters => ({
	fromMs: momentOf(query.from, "/from"),
	toMs: momentOf(query.to, "/to"),
	action: actionOf(query.action),
	actorId: query.actorId ?? null,
	targetType: query.targetType ?? null,
	targetId: query.targetId ?? null,
	category: query.category ?? null,
	outcome: query.outcome ?? null,
	ip: addressOf(query.ip),
	q: query.q?.toLowerCase() ?? null,
});

const isAddress = (stored: unknown, ip: string): boolean =>
	typeof stored === "string" && (stored === ip || parseIpAddress(stored)?.toString() === ip);

function contains(row: AuditEntryRow, q: string): boolean {
	const { action, actorId, requestId, targets, changes, personal } = row;
	const parts = [action, actorId, requestId, JSON.stringify(targets), JSON.stringify(changes)];
	return [...parts, personal === null ? "" : JSON.stringify(personal)].some((part) => part.toLowerCase().includes(q));
}

const hasTarget = ({ targets }: AuditEntryRow, { targetType, targetId }: AuditFilters): boolean =>
	targets.some(
		({ type, id }) => (targetType === null || type === targetType) && (targetId === null || id === targetId),
	);

const isWithin = ({ occurredAtMs }: AuditEntryRow, { fromMs, toMs }: AuditFilters): boolean =>
	(fromMs === null || occurredAtMs >= fromMs) && (toMs === null || occurredAtMs < toMs);

const isAction = (action: string, asked: AuditFilters["action"]): boolean =>
	asked === null || (asked.isPrefix ? action.startsWith(asked.text) : action === asked.text);

/** Whether an entry is one of those asked for. */
export function matches(row: AuditEntryRow, filters: AuditFilters): boolean {
	const { actorId, targetType, targetId, category, outcome, ip, q } = filters;
	return (
		isWithin(row, filters) &&
		isAction(row.action, filters.action) &&
		(actorId === null || row.actorId === actorId) &&
		(category === null || row.category === category) &&
		(outcome === null || row.outcome === outcome) &&
		((targetType === null && targetId === null) || hasTarget(row, filters)) &&
		(ip === null || isAddress(row.personal?.ip, ip)) &&
		(q === null || contains(row, q))
	);
}
