import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { actorOf, type Entry } from "./filters.ts";
import { texts } from "./texts.ts";

/** Lists only what has to do with one thing of the entry. */
type Select = (name: "action" | "actor" | "target", value: string) => void;

/** Everything the log knows of one entry; the address leads to it. */
export function EntryDialog({
	orgId,
	entryId,
	onSelect,
	onClose,
}: {
	orgId: string;
	entryId: string;
	onSelect: Select;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery(read("/orgs/{orgId}/audit-logs/{entryId}", { path: { orgId, entryId } }));
	return (
		<Dialog title={data?.action ?? own.entry} width="wide" onClose={onClose}>
			{data ? (
				<div className="receipt">
					<Changes changes={data.changes} />
					<EntryFacts entry={data} onSelect={onSelect} />
				</div>
			) : error ? (
				<Failure error={error} onRetry={refetch} />
			) : (
				<Loading />
			)}
		</Dialog>
	);
}

/** A value as it was recorded: words as they are, others as JSON. */
const written = (value: unknown): string =>
	value === null || value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value);

function Changes({ changes }: { changes: Entry["changes"] }) {
	const own = useOwnTexts(texts);
	if (changes.length === 0) return <p>{own.noChanges}</p>;
	return (
		<table className="table changes" aria-label={own.changes}>
			<thead>
				<tr>
					<th scope="col">{own.member}</th>
					<th scope="col">{own.before}</th>
					<th scope="col">{own.after}</th>
				</tr>
			</thead>
			<tbody>
				{changes.map(({ path, from, to }) => (
					<tr key={path}>
						<th scope="row">{path}</th>
						<td>
							<code>{written(from)}</code>
						</td>
						<td>
							<code>{written(to)}</code>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function EntryFacts({ entry, onSelect }: { entry: Entry; onSelect: Select }) {
	const { format, t } = useTexts();
	const own = useOwnTexts(texts);
	const { actor, context, targets } = entry;
	const only = (name: "action" | "actor" | "target", value: string, words: ReactNode) => (
		<span className="line">
			<span>{words}</span>
			<button type="button" className="link" onClick={() => onSelect(name, value)}>
				{own.only[name]}
			</button>
		</span>
	);
	const role = actor.role && ({ ...t.roles, ...own.systemRoles }[actor.role] ?? actor.role);
	const who = [actorOf(entry), actor.email, role, own.actorTypes[actor.type] ?? actor.type].filter(Boolean).join(" · ");
	const where = [
		[own.ip, context.ip],
		[own.device, context.userAgent],
		[own.session, context.sessionId],
		[own.authentication, context.authMethod],
		[own.request, context.requestId],
	] as const;
	return (
		<Facts
			facts={[
				[own.when, format.dateTime(entry.occurredAt)],
				[own.action, only("action", entry.action, entry.action)],
				[own.category, own.categories[entry.category]],
				[own.outcome, own.outcomes[entry.outcome]],
				[own.actor, actor.id ? only("actor", actor.id, who) : who],
				...(actor.id && actor.name !== undefined ? [[own.actorId, <code key="actor">{actor.id}</code>] as const] : []),
				...targets.map(
					({ type, id, name }, index) =>
						[
							targets.length > 1 ? `${own.target} ${index + 1}` : own.target,
							only(
								"target",
								id,
								<>
									{type} {name} <code>{id}</code>
								</>,
							),
						] as const,
				),
				...where.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
				[own.sequence, format.number(entry.sequence)],
				[own.hash, <code key="hash">{entry.hash}</code>],
				[own.prevHash, <code key="prevHash">{entry.prevHash}</code>],
			]}
		/>
	);
}
