import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DateFilter, Filters, SearchBox, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useAction } from "../../ui/use-action.ts";
import { EntryDialog } from "./entry.tsx";
import { actorOf, CATEGORIES, type Entry, FILTERS, OUTCOMES, queryOf } from "./filters.ts";
import { texts } from "./texts.ts";
import { VerifyButton } from "./verify.tsx";

const route = getRouteApi("/inside/o/$orgId/audit");

const TONES = { denied: "warning", failure: "danger" } as const;
const FORMATS = { csv: ["text/csv", "CSV (.csv)"], ndjson: ["application/x-ndjson", "JSON Lines (.ndjson)"] } as const;
type Format = keyof typeof FORMATS;

/** Who has done what, and what was refused. */
export function Audit() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { entry, ...search } = route.useSearch();
	const navigate = route.useNavigate();
	const may = useMay();
	const exporting = useAction();
	const path = { orgId };
	const query = queryOf(search);
	const pages = useInfiniteQuery(readPages("/orgs/{orgId}/audit-logs", { path, query }));
	const entries = pages.data?.pages.flatMap(({ data }) => data) ?? [];
	const set = (name: (typeof FILTERS)[number], value: string | undefined) =>
		void navigate({ search: (old) => withWord(old, name, value), replace: name === "q" });

	// Of many entries few may match: a page can be empty although others follow.
	const isSearching = pages.hasNextPage && !pages.isFetchNextPageError && entries.length === 0;
	const { isFetchingNextPage, fetchNextPage } = pages;
	useEffect(() => {
		if (isSearching && !isFetchingNextPage) void fetchNextPage();
	}, [isSearching, isFetchingNextPage, fetchNextPage]);

	async function download(kind: Format): Promise<void> {
		const [accept] = FORMATS[kind];
		const asked = api.GET("/orgs/{orgId}/audit-logs", {
			params: { path, query },
			headers: { accept },
			parseAs: "blob",
		});
		const content = (await unwrap(asked)) as unknown as Blob;
		saveFile(content, `audit-${new Date().toISOString().slice(0, 10)}.${kind}`);
	}

	const columns: readonly Column<Entry>[] = [
		{
			name: "name",
			title: own.action,
			cell: ({ id, action, outcome, targets }) => (
				<span className="identity">
					<span>
						<Link to="/o/$orgId/audit" params={path} search={{ ...search, entry: id }} resetScroll={false}>
							<strong>
								{action}
								{outcome !== "success" && <Badge tone={TONES[outcome]}>{own.outcomes[outcome]}</Badge>}
							</strong>
						</Link>
						<small>{targets.map(({ type, name, id: target }) => `${type} ${name ?? target}`).join(", ")}</small>
					</span>
				</span>
			),
		},
		{
			name: "actor",
			title: own.actor,
			wide: true,
			cell: (each) => (
				<span className="identity">
					<span>
						{actorOf(each)}
						<small>{own.actorTypes[each.actor.type] ?? each.actor.type}</small>
					</span>
				</span>
			),
		},
		{
			name: "when",
			title: own.when,
			cell: ({ occurredAt }) => <time dateTime={occurredAt}>{format.dateTime(occurredAt)}</time>,
		},
	];
	const chosen = (["action", "actor", "target"] as const).flatMap((name) => {
		const value = search[name];
		if (value === undefined) return [];
		const known = {
			action: value,
			actor: entries[0] && actorOf(entries[0]),
			target: entries[0]?.targets.find(({ id }) => id === value)?.name,
		};
		return [[name, known[name] ?? value] as const];
	});
	return (
		<Page
			title={own.title}
			lead={own.lead}
			actions={
				<>
					{may("org:admin") && (
						<Link className="button" to="/o/$orgId/audit/streams" params={path}>
							{own.streams}
						</Link>
					)}
					<Menu
						className="button"
						title={own.download}
						button={
							<>
								<Icon name="download" />
								{own.download}
							</>
						}
					>
						{Object.entries(FORMATS).map(([kind, [, name]]) => (
							<MenuItem key={kind} icon="text" onSelect={() => void exporting.run(() => download(kind as Format))}>
								{name}
							</MenuItem>
						))}
					</Menu>
				</>
			}
		>
			{exporting.problem && <Notice kind="danger">{exporting.problem.message}</Notice>}
			<VerifyButton orgId={orgId} />
			<Filters>
				<SearchBox label={own.search} value={search.q} onChange={(value) => set("q", value)} />
				<SelectFilter
					label={own.category}
					value={search.category}
					any={own.anyCategory}
					options={CATEGORIES.map((each) => [each, own.categories[each]])}
					onChange={(value) => set("category", value)}
				/>
				<SelectFilter
					label={own.outcome}
					value={search.outcome}
					any={own.anyOutcome}
					options={OUTCOMES.map((each) => [each, own.outcomes[each]])}
					onChange={(value) => set("outcome", value)}
				/>
				<div className="period">
					<DateFilter label={own.from} value={search.from} onChange={(value) => set("from", value)} />
					<DateFilter label={own.to} value={search.to} onChange={(value) => set("to", value)} />
				</div>
				{chosen.map(([name, value]) => (
					<button
						key={name}
						type="button"
						className="button"
						aria-label={own.without(own[name], value)}
						title={own.without(own[name], value)}
						onClick={() => set(name, undefined)}
					>
						{own[name]}: {value}
						<Icon name="close" />
					</button>
				))}
			</Filters>
			<Table
				label={own.title}
				columns={columns}
				pages={{ ...pages, isPending: pages.isPending || isSearching }}
				idOf={({ id }) => id}
				empty={
					FILTERS.some((name) => search[name] !== undefined) ? (
						<NoMatch />
					) : (
						<Empty icon="list" title={own.empty}>
							{own.emptyHint}
						</Empty>
					)
				}
			/>
			{entry !== undefined && (
				<EntryDialog
					orgId={orgId}
					entryId={entry}
					onSelect={(name, value) => void navigate({ search: { [name]: value } })}
					onClose={() => void navigate({ search: (old) => withWord(old, "entry", undefined), resetScroll: false })}
				/>
			)}
		</Page>
	);
}
