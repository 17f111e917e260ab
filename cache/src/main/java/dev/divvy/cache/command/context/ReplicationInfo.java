package dev.divvy.cache.command.context;

/**
 * The copies of a node's tokens, as INFO reports them.
 *
 * @param backups the number of copies that each token shall have
 * @param unsettledTokens the tokens of this node of which a copy is missing, or a former owner has not forgotten the entries
 */
public record ReplicationInfo(int backups, int unsettledTokens) {}
