import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { read, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { WideSection } from "../../ui/section.tsx";
import { Empty, Failure, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { InvoiceDialog } from "./invoice.tsx";
import { Lines } from "./lines.tsx";
import { type Invoice, stateOf } from "./state.ts";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/settings/billing/invoices");

const TONES = { open: "accent", overdue: "danger", paid: "good", void: "neutral", issued: "neutral" } as const;

/** What was charged, and what will be. */
export function Invoices() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { invoice, status } = route.useSearch();
	const navigate = route.useNavigate();
	const pages = useInfiniteQuery(
		readPages("/orgs/{orgId}/billing/invoices", {
			path: { orgId },
			query: { ...(status && { status: status as Invoice["status"] }) },
		}),
	);
	const columns: readonly Column<Invoice>[] = [
		{
			name: "name",
			title: own.number,
			cell: ({ id, kind, number }) => (
				<span className="identity">
					<span>
						<Link
							to="/o/$orgId/settings/billing/invoices"
							params={{ orgId }}
							search={{ ...(status && { status }), invoice: id }}
							resetScroll={false}
						>
							<strong>{number}</strong>
						</Link>
						<small>{own.kinds[kind]}</small>
					</span>
				</span>
			),
		},
		{
			name: "issued",
			title: own.issued,
			wide: true,
			cell: ({ issuedAt }) => <time dateTime={issuedAt}>{format.date(issuedAt)}</time>,
		},
		{
			name: "due",
			title: own.dueOn,
			wide: true,
			cell: ({ kind, dueAt }) => (kind === "invoice" ? <time dateTime={dueAt}>{format.date(dueAt)}</time> : "–"),
		},
		{
			name: "state",
			title: own.state,
			cell: (each) => <Badge tone={TONES[stateOf(each)]}>{own.states[stateOf(each)]}</Badge>,
		},
		{
			name: "total",
			title: own.totalAmount,
			numeric: true,
			cell: ({ totalMinor, currency }) => format.money(totalMinor, currency),
		},
	];
	return (
		<Page title={own.title} lead={own.lead}>
			<p className="back">
				<Link to="/o/$orgId/settings/billing" params={{ orgId }}>
					{own.billing}
				</Link>
			</p>
			<Filters>
				<SelectFilter
					label={own.state}
					value={status}
					any={own.anyState}
					options={(["open", "paid", "void", "issued"] as const).map((each) => [each, own.states[each]])}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "status", value) })}
				/>
			</Filters>
			<Table
				label={own.title}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					status === undefined ? (
						<Empty icon="card" title={own.empty}>
							{own.emptyHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			<RunningBill orgId={orgId} />
			{invoice !== undefined && (
				<InvoiceDialog
					orgId={orgId}
					invoiceId={invoice}
					onClose={() => void navigate({ search: (old) => withWord(old, "invoice", undefined), resetScroll: false })}
				/>
			)}
		</Page>
	);
}

/** The invoice that would be issued if the period ended now. */
function RunningBill({ orgId }: { orgId: string }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { data: bill, error, refetch } = useQuery(read("/orgs/{orgId}/billing/bill", { path: { orgId } }));
	if (error && !bill) return <Failure error={error} onRetry={refetch} />;
	if (bill === undefined || bill.lines.length === 0) return null;
	return (
		<WideSection title={own.running} hint={own.runningHint(format.date(bill.periodStart), format.date(bill.periodEnd))}>
			<div className="card bill">
				<Lines label={own.running} invoice={bill} />
			</div>
		</WideSection>
	);
}
