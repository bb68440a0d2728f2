import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { changesOf, type Definition } from "./definition.ts";
import { Fields, Overridden } from "./fields.tsx";
import { KillDialog } from "./kill-dialog.tsx";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/system/features/$key");

/** The value of a feature flag where nothing else decides, and what overrides it. */
export function FlagSettings() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { key } = route.useParams();
	const navigate = route.useNavigate();
	const [open, setOpen] = useState<"kill" | "revive" | "delete" | null>(null);
	const { data, error, refetch, dataUpdatedAt } = useQuery(
		readVersioned("/configurations/feature-flags/{key}", { path: { key } }),
	);
	const flag = data?.data;
	const params = { path: { key }, header: { "If-Match": data?.version ?? "*" } };
	const close = () => setOpen(null);
	const read = () => outdate("/configurations/feature-flags", "/configurations/feature-flags/{key}");

	async function save(body: Definition): Promise<void> {
		await unwrap(api.PUT("/configurations/feature-flags/{key}", { params, body }));
		await read();
	}
	async function revive(): Promise<void> {
		await unwrap(api.POST("/configurations/feature-flags/{key}/revive", { params: { path: { key } } }));
		await read();
		toast(own.revived(key));
	}
	async function remove(): Promise<void> {
		await unwrap(api.DELETE("/configurations/feature-flags/{key}", { params: { path: { key } } }));
		await navigate({ to: "/system/features" });
		await outdate("/configurations/feature-flags");
		toast(own.deleted(key));
	}
	const actions = flag && (
		<>
			{!flag.builtIn && (
				<Button icon="trash" onClick={() => setOpen("delete")}>
					{own.delete}
				</Button>
			)}
			{flag.killed ? (
				<Button icon="play" onClick={() => setOpen("revive")}>
					{own.revive}
				</Button>
			) : (
				<Button kind="danger" icon="stop" onClick={() => setOpen("kill")}>
					{own.kill}
				</Button>
			)}
		</>
	);
	return (
		<Page title={key} lead={flag?.builtIn === false ? own.ownFlag : own.builtIn} actions={actions}>
			<p className="back">
				<Link to="/system/features">{own.all}</Link>
			</p>
			{flag === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<>
					{flag.killed && (
						<Notice kind="warning">
							{own.killedSince(format.dateTime(flag.killed.at), own.variant(flag.killed.variant))} {flag.killed.reason}
						</Notice>
					)}
					<SettingsForm
						version={dataUpdatedAt}
						patchOf={(values) => changesOf(flag, values)}
						onSave={save}
						onOutdated={refetch}
					>
						<Fields flag={flag} />
						<Overridden flag={flag} />
					</SettingsForm>
				</>
			)}
			{open === "kill" && flag && <KillDialog flag={flag} onKilled={read} onClose={close} />}
			{open === "revive" && (
				<ConfirmDialog
					title={own.reviveTitle(key)}
					text={own.reviveText}
					action={own.revive}
					onConfirm={revive}
					onClose={close}
				/>
			)}
			{open === "delete" && (
				<ConfirmDialog
					title={own.deleteTitle(key)}
					text={own.deleteText}
					action={own.delete}
					onConfirm={remove}
					onClose={close}
				/>
			)}
		</Page>
	);
}
