import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Item, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { WideSection } from "../../ui/section.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { Webhook } from "./definition.ts";
import { DELIVERY_TONES, DeliveryDialog } from "./delivery.tsx";
import { texts } from "./texts.ts";

type Delivery = Item<"/orgs/{orgId}/webhooks/{webhookId}/deliveries">;

const route = getRouteApi("/inside/o/$orgId/settings/webhooks/$webhookId");
/** Events are sent when they happen: the list follows them. */
const POLL_MS = 3000;

/** What was sent to a webhook. */
export function Deliveries({ orgId, webhook }: { orgId: string; webhook: Webhook }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { state, delivery } = route.useSearch();
	const navigate = route.useNavigate();
	const path = { orgId, webhookId: webhook.id };
	const pages = useInfiniteQuery({
		...readPages("/orgs/{orgId}/webhooks/{webhookId}/deliveries", {
			path,
			query: { ...(state && { state: state as Delivery["state"] }) },
		}),
		refetchInterval: POLL_MS,
	});
	const columns: readonly Column<Delivery>[] = [
		{
			name: "name",
			title: own.event,
			cell: ({ id, eventType, createdAt }) => (
				<Link
					className="identity"
					to="/o/$orgId/settings/webhooks/$webhookId"
					params={path}
					search={{ ...(state && { state }), delivery: id }}
				>
					<span>
						<strong>{eventType}</strong>
						<small>
							<time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
						</small>
					</span>
				</Link>
			),
		},
		{
			name: "state",
			title: own.state,
			cell: (each) => <Badge tone={DELIVERY_TONES[each.state]}>{own.deliveryStates[each.state]}</Badge>,
		},
		{
			name: "answer",
			title: own.answer,
			wide: true,
			cell: ({ attempts }) => {
				const last = attempts.at(-1);
				return last?.status ?? last?.error ?? "";
			},
		},
		{ name: "attempts", title: own.attempts, numeric: true, wide: true, cell: (each) => each.attemptCount },
	];
	return (
		<WideSection title={own.deliveries} hint={own.deliveriesHint}>
			<Filters>
				<SelectFilter
					label={own.state}
					value={state}
					any={own.anyState}
					options={Object.entries(own.deliveryStates)}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "state", value) })}
				/>
			</Filters>
			<Table
				label={own.deliveries}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					state === undefined ? (
						<Empty icon="webhook" title={own.noDeliveries}>
							{own.noDeliveriesHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{delivery !== undefined && (
				<DeliveryDialog
					path={{ ...path, deliveryId: delivery }}
					isThin={webhook.payload === "thin"}
					onClose={() => void navigate({ search: (old) => withWord(old, "delivery", undefined) })}
				/>
			)}
		</WideSection>
	);
}
