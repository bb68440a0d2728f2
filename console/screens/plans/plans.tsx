import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { texts } from "./texts.ts";
import type { Plan } from "./values.ts";

/** The plans that organizations can have. */
export function Plans() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, isPending, refetch } = useQuery(readVersioned("/configurations/plans", {}));
	const limit = (value: number | null, shown = format.number) => (value === null ? own.unlimited : shown(value));
	const columns: readonly Column<Plan>[] = [
		{
			name: "name",
			title: own.plan,
			cell: ({ code, name, description }) => (
				<Link className="identity" to="/system/plans/$planCode" params={{ planCode: code }}>
					<span>
						<strong>{name}</strong>
						<small>{description}</small>
					</span>
				</Link>
			),
		},
		{
			name: "price",
			title: own.perMonth,
			numeric: true,
			cell: ({ prices, currency }) => format.money(prices.month.baseMinor, currency),
		},
		{ name: "seats", title: own.limits.seats, numeric: true, wide: true, cell: ({ limits }) => limit(limits.seats) },
		{
			name: "transcription",
			title: own.limits.transcription_minutes,
			numeric: true,
			wide: true,
			cell: ({ limits }) => limit(limits.transcription_minutes),
		},
		{
			name: "offer",
			title: own.offer,
			cell: ({ isPublic }) => (
				<Badge tone={isPublic ? "good" : "neutral"}>{isPublic ? own.isOffered : own.isNotOffered}</Badge>
			),
		},
	];
	return (
		<Page title={own.title} lead={own.lead}>
			<Table
				label={own.title}
				columns={columns}
				pages={{
					data: data && { pages: [{ data: data.data.plans }] },
					error,
					isPending,
					refetch,
					hasNextPage: false,
					isFetchingNextPage: false,
					fetchNextPage: refetch,
				}}
				idOf={({ code }) => code}
				empty={null}
			/>
		</Page>
	);
}
