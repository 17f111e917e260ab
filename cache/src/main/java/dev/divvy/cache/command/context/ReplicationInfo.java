package dev.divvy.cache.command.context;

/**
 * The copies of a node's tokens, as INFO reports them.
 *
 * @param backups the number of copies that each token shall have
 * @param unsettledTokens the tokens of this node of which a copy is missing, or a former owner has not forgotten the entries
 * @param lostTokens the tokens that this node began to serve without the entries that they had
 */
public record ReplicationInfo(int backups, int unsettledTokens, long lostTokens) {}
