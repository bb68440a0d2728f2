import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Answer, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { Chart } from "./chart.tsx";
import { texts } from "./texts.ts";

type Records = Answer<"/orgs/{orgId}/billing/usage">["records"];
type Meter = Records[number]["meter"];

const route = getRouteApi("/inside/o/$orgId/settings/billing/usage");

/** How far back the chart goes. */
const SPANS = { day: { days: 29, months: 0 }, month: { days: 0, months: 11 } } as const;
type Span = keyof typeof SPANS;

/** What is there rather than used up: of these the highest value counts. */
const LEVELS: readonly Meter[] = ["recording_storage_bytes", "seats"];

function startOf(span: Span): string {
	const now = new Date();
	const { days, months } = SPANS[span];
	const day = span === "day" ? now.getDate() - days : 1;
	return new Date(now.getFullYear(), now.getMonth() - months, day).toISOString();
}

/** How much was used when, of one thing that is counted. */
export function Usage() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const search = route.useSearch();
	const navigate = route.useNavigate();
	const meter = (search.meter ?? "meeting_minutes") as Meter;
	const span: Span = search.by === "month" ? "month" : "day";
	const [starts] = useState({ day: startOf("day"), month: startOf("month") });
	const { data, error, refetch } = useQuery(
		read("/orgs/{orgId}/billing/usage", {
			path: { orgId },
			query: { meter, groupBy: span, from: starts[span] },
		}),
	);
	const shown = (count: number) =>
		meter === "recording_storage_bytes" ? format.bytes(count) : format.number(Math.round(count));
	const day = (iso: string) => (span === "month" ? format.month(iso) : format.date(iso));
	const records = data?.records.filter((record) => record.meter === meter) ?? [];
	const used = records.filter(({ quantity }) => quantity > 0);
	const total = data?.totals.find((each) => each.meter === meter)?.quantity ?? 0;
	return (
		<Page title={own.title} lead={own.lead}>
			<p className="back">
				<Link to="/o/$orgId/settings/billing" params={{ orgId }}>
					{own.billing}
				</Link>
			</p>
			<Filters>
				<SelectFilter
					label={own.meter}
					value={search.meter}
					any={own.meters.meeting_minutes}
					options={Object.entries(own.meters).filter(([name]) => name !== "meeting_minutes")}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "meter", value) })}
				/>
				<SelectFilter
					label={own.span}
					value={search.by}
					any={own.spans.day}
					options={[["month", own.spans.month]]}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "by", value) })}
				/>
			</Filters>
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : used.length === 0 ? (
				<Empty icon="pulse" title={own.empty}>
					{own.emptyHint}
				</Empty>
			) : (
				<figure className="card usage">
					<figcaption>
						<strong>{shown(total)}</strong> {LEVELS.includes(meter) ? own.most : own.total}
					</figcaption>
					<Chart
						label={`${own.meters[meter]}: ${own.spans[span]}`}
						bars={records.map(({ from, quantity }) => ({
							name: day(from),
							value: quantity,
							shown: shown(quantity),
						}))}
					/>
					<details>
						<summary>{own.table}</summary>
						<table className="table" aria-label={own.meters[meter]}>
							<thead>
								<tr>
									<th scope="col">{own.when}</th>
									<th scope="col" data-numeric>
										{own.meters[meter]}
									</th>
								</tr>
							</thead>
							<tbody>
								{used.map(({ from, quantity }) => (
									<tr key={from}>
										<th scope="row">{day(from)}</th>
										<td data-numeric>{shown(quantity)}</td>
									</tr>
								))}
							</tbody>
						</table>
					</details>
				</figure>
			)}
		</Page>
	);
}
