/** `bun tests/support/remove-member.ts ORG USER`: a command of its own process, as `parley` has them, that removes a member. */
import { systemContext } from "#modules/permissions";
import { withServices } from "#src/cli/services";
import { loadConfig } from "#src/config";

const [, , orgId = "", userId = ""] = process.argv;
await withServices(loadConfig(), ({ members }) => members.remove(systemContext("cli:test"), orgId, userId));
