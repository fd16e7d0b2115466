// What hello leads to: the connection gets its role, which welcomes the caller and meets its own errors.

import { AgentRole } from './agent-role.ts';
import type { Connection, Role } from './connection.ts';
import type { Hello } from './hello.ts';
import { ViewerRole } from './viewer-role.ts';

export function welcome(connection: Connection, hello: Hello): Role {
  const { caller, session } = connection;
  if (caller.role === 'agent') {
    const role = new AgentRole(connection, caller.agent, session, hello);
    void role.start();
    return role;
  }
  const role = new ViewerRole(connection, caller.session, caller.viewer, hello);
  void role.start(hello);
  return role;
}
