#include "operators.hpp"

namespace l2r::train {
namespace {

struct LstmHolder : torch::CustomClassHolder {
    LstmMemory<float> values;
    const Packing* packing = nullptr;
};

LstmWeights<float> weights_of(const torch::Tensor& input, const torch::Tensor& recurrent,
                              const torch::Tensor& bias) {
    return {static_cast<int>(input.size(1)), static_cast<int>(recurrent.size(1)), input.data_ptr<float>(),
            recurrent.data_ptr<float>(), bias.data_ptr<float>()};
}

class OurLstm : public torch::autograd::Function<OurLstm> {
  public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& stops,
                                 const torch::Tensor& input, const torch::Tensor& recurrent,
                                 const torch::Tensor& bias, const Packing* packing) {
        const auto weights = weights_of(input, recurrent, bias);
        torch::Tensor last = torch::empty({packing->sequences, weights.hidden});
        auto memory = c10::make_intrusive<LstmHolder>();
        memory->packing = packing;
        lstm_forward(weights, *packing, stops.data_ptr<float>(), last.data_ptr<float>(), &memory->values);
        context->save_for_backward({input, recurrent, bias});
        context->saved_data["memory"] = c10::IValue::make_capsule(std::move(memory));
        return last;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        const auto saved = context->get_saved_variables();
        const auto memory =
            c10::static_intrusive_pointer_cast<LstmHolder>(context->saved_data["memory"].toCapsule());
        const torch::Tensor last = gradients[0].contiguous();
        torch::Tensor input = torch::empty_like(saved[0]), recurrent = torch::empty_like(saved[1]),
                      bias = torch::empty_like(saved[2]);
        lstm_backward(weights_of(saved[0], saved[1], saved[2]), *memory->packing, last.data_ptr<float>(),
                      memory->values, input.data_ptr<float>(), recurrent.data_ptr<float>(),
                      bias.data_ptr<float>());
        return {torch::Tensor(), input, recurrent, bias, torch::Tensor()};
    }
};

struct AttentionHolder : torch::CustomClassHolder {
    AttentionShape shape;
    const std::vector<int>* routes = nullptr;
    std::vector<float> shares;
};

class OurAttention : public torch::autograd::Function<OurAttention> {
  public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& query,
                                 const torch::Tensor& key, const torch::Tensor& value, int heads,
                                 const std::vector<int>* routes) {
        auto holder = c10::make_intrusive<AttentionHolder>();
        holder->shape = {static_cast<int>(query.size(1)), heads};
        holder->routes = routes;
        torch::Tensor mixed = torch::empty_like(query);
        attend(holder->shape, *routes, query.data_ptr<float>(), key.data_ptr<float>(),
               value.data_ptr<float>(), mixed.data_ptr<float>(), &holder->shares);
        context->save_for_backward({query, key, value});
        context->saved_data["holder"] = c10::IValue::make_capsule(std::move(holder));
        return mixed;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        const auto saved = context->get_saved_variables();
        const auto holder =
            c10::static_intrusive_pointer_cast<AttentionHolder>(context->saved_data["holder"].toCapsule());
        const torch::Tensor mixed = gradients[0].contiguous();
        torch::Tensor query = torch::empty_like(mixed), key = torch::empty_like(mixed),
                      value = torch::empty_like(mixed);
        attend_backward(holder->shape, *holder->routes, saved[0].data_ptr<float>(),
                        saved[1].data_ptr<float>(), saved[2].data_ptr<float>(), holder->shares,
                        mixed.data_ptr<float>(), query.data_ptr<float>(), key.data_ptr<float>(),
                        value.data_ptr<float>());
        return {query, key, value, torch::Tensor(), torch::Tensor()};
    }
};

}  // namespace

torch::Tensor our_lstm(const torch::Tensor& stops, const torch::Tensor& input, const torch::Tensor& recurrent,
                       const torch::Tensor& bias, const Packing& packing) {
    return OurLstm::apply(stops, input, recurrent, bias, &packing);
}

torch::Tensor our_attention(const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value,
                            int heads, const std::vector<int>& routes) {
    return OurAttention::apply(query.contiguous(), key.contiguous(), value.contiguous(), heads, &routes);
}

}  // namespace l2r::train
