import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Notice } from "../../ui/notice.tsx";
import { WideSection } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useAction } from "../../ui/use-action.ts";
import { CLASSES } from "./periods.ts";
import { texts } from "./texts.ts";

type Run = Item<"/orgs/{orgId}/retention/runs">;

const TONES = { queued: "neutral", running: "accent", completed: "good", failed: "danger" } as const;
/** How often a run that goes on is looked at. */
const POLL_MS = 2000;

const sumOf = (run: Run, what: "items" | "bytes" | "heldItems") =>
	CLASSES.reduce((sum, name) => sum + (run.classes?.[name][what] ?? 0), 0);

/** What was purged when; a purge can be started here, or only counted. */
export function Runs({ orgId, nextRun }: { orgId: string; nextRun: string | null }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const [isAsking, setIsAsking] = useState(false);
	const counting = useAction();
	const path = { orgId };
	const pages = useInfiniteQuery({
		...readPages("/orgs/{orgId}/retention/runs", { path }),
		refetchInterval: ({ state }) =>
			state.data?.pages.some((page) => page.data.some((run) => run.state === "queued" || run.state === "running"))
				? POLL_MS
				: false,
	});
	async function purge(dryRun: boolean): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/retention/run", { params: { path }, body: { dryRun } }));
		await outdate("/orgs/{orgId}/retention/runs");
	}
	const columns: readonly Column<Run>[] = [
		{
			name: "when",
			title: own.when,
			cell: ({ createdAt, trigger, dryRun }) => (
				<span className="identity">
					<span>
						<time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
						<small>{dryRun ? own.counted : own.triggers[trigger]}</small>
					</span>
				</span>
			),
		},
		{
			name: "state",
			title: own.state,
			cell: ({ state, failure }) => (
				<span title={failure?.detail}>
					<Badge tone={TONES[state]}>{own.runStates[state]}</Badge>
				</span>
			),
		},
		{ name: "items", title: own.items, numeric: true, cell: (each) => format.number(sumOf(each, "items")) },
		{ name: "size", title: own.size, numeric: true, wide: true, cell: (each) => format.bytes(sumOf(each, "bytes")) },
		{
			name: "held",
			title: own.held,
			numeric: true,
			wide: true,
			cell: (each) => format.number(sumOf(each, "heldItems")),
		},
	];
	return (
		<WideSection
			title={own.runs}
			hint={nextRun ? `${own.runsHint} ${own.nextRun(format.dateTime(nextRun))}` : own.runsHint}
			actions={
				may("org:admin") && (
					<>
						<Button busy={counting.busy} onClick={() => void counting.run(() => purge(true))}>
							{own.count}
						</Button>
						<Button icon="trash" onClick={() => setIsAsking(true)}>
							{own.run}
						</Button>
					</>
				)
			}
		>
			{counting.problem && <Notice kind="danger">{counting.problem.message}</Notice>}
			<Table
				label={own.runs}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="retention" title={own.noRuns}>
						{own.noRunsHint}
					</Empty>
				}
			/>
			{isAsking && (
				<ConfirmDialog
					title={own.runTitle}
					text={own.runText}
					action={own.run}
					onConfirm={() => purge(false)}
					onClose={() => setIsAsking(false)}
				/>
			)}
		</WideSection>
	);
}
