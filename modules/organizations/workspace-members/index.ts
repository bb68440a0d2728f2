export { addCreator, joinOffered, leaveWorkspaces, moveOffers, revokeOffers } from "./join.ts";
export { createWorkspaceMembersModule } from "./module.ts";
