export { addCreator } from "./join.ts";
export { createWorkspaceMembersModule } from "./module.ts";
