package dev.divvy.console;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.jr.ob.JacksonJrExtension;
import tools.jackson.jr.ob.api.ExtensionContext;
import tools.jackson.jr.ob.api.ReaderWriterModifier;
import tools.jackson.jr.ob.impl.BeanPropertyIntrospector;
import tools.jackson.jr.ob.impl.JSONWriter;
import tools.jackson.jr.ob.impl.POJODefinition;

/** Makes the JSON library write the components of a record in their order, and nothing else; by default it sorts them by name. */
final class RecordFields extends JacksonJrExtension {

    @Override
    protected void register(ExtensionContext context) {
        context.appendModifier(new Order());
    }

    private static final class Order extends ReaderWriterModifier {

        @Override
        public @Nullable POJODefinition pojoDefinitionForSerialization(JSONWriter writer, Class<?> type) {
            if (!type.isRecord()) {
                return null;
            }
            POJODefinition sorted = BeanPropertyIntrospector.instance().pojoDefinitionForSerialization(writer, type);
            Map<String, POJODefinition.Prop> byName = new LinkedHashMap<>();
            sorted.getProperties().forEach(property -> byName.put(property.name, property));
            List<POJODefinition.Prop> ordered = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                POJODefinition.Prop property = byName.get(component.getName());
                if (property != null) {
                    ordered.add(property);
                }
            }
            return sorted.withProperties(ordered);
        }
    }
}
