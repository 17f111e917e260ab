package dev.divvy.distributor.table;

/**
 * A name of a list that cannot be used; the others can.
 *
 * @param namespace the list that it stands in
 * @param name made printable
 */
public record Refusal(String namespace, String name, String why) {

    @Override
    public String toString() {
        return "\"" + name + "\" in " + namespace + ": " + why;
    }
}
